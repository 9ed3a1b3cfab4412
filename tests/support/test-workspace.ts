/** An open dataset for tests: a real workspace with real cores and a real saver, on a model of the server. */
import { createCore } from "#core";
import type { AnnotationCore, Bounds, FrameNumber, TrackId } from "#core/types";
import type { ApiClient } from "#schemas/client";
import { openWorkspace, type OpenRequest, type OpenWorkspace } from "../../web/session/open-workspace.ts";
import { createSettingsStore } from "../../web/session/display/settings.ts";
import type { Workspace } from "../../web/session/workspace.ts";
import { ModelServer } from "./model-server.ts";

export const testDatasetId = "0123456789abcdef01234567";

export interface TestWorkspaceOptions extends Partial<Omit<OpenRequest, "client">> {
  /** Default: one with an empty dataset, an image sequence of 10 frames per second. */
  readonly server?: ModelServer;
  readonly client?: ApiClient;
}

export interface TestWorkspace extends OpenWorkspace {
  readonly server: ModelServer;
}

export async function openTestWorkspace(options: TestWorkspaceOptions = {}): Promise<TestWorkspace> {
  const server = options.server ?? emptyServer();
  const opened = await openWorkspace({
    client: server.client(),
    createCore: (): Promise<AnnotationCore> => createCore(),
    settings: createSettingsStore(undefined),
    userId: "user",
    datasetId: testDatasetId,
    askAboutConflict: () => Promise.resolve("cancel"),
    ...options,
  });
  return { ...opened, server };
}

export function emptyServer(): ModelServer {
  const server = new ModelServer();
  server.addDataset(testDatasetId);
  return server;
}

/** A track with one keyframe, as a user draws it. Throws if it is refused. */
export function drawTrack(workspace: Workspace, type = "fish", frame = 0, bounds: Bounds = [1, 2, 30, 40]): TrackId {
  let id: TrackId | undefined;
  workspace.transact({ kind: "track", change: "add" }, frame as FrameNumber, (tx) => {
    id = tx.tracks.add({ type, frame: frame as FrameNumber, bounds });
  });
  if (id === undefined) throw new Error(`Drawing is refused: ${workspace.editRefusal.peek()}.`);
  return id;
}

/** A track in the form of api/v1. */
export function wireTrack(
  id: number,
  type = "fish",
  bounds: Bounds = [1, 2, 30, 40],
): { id: number; [member: string]: unknown } {
  const features = [{ frame: 0, bounds, keyframe: true, interpolate: true, attributes: {} }];
  return { id, begin: 0, end: 0, confidencePairs: [[type, 1]], attributes: {}, features };
}
