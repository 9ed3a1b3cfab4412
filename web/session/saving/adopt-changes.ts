/**
 * Takes the changes that others have saved into the shown document without reading all of it again: only the changed
 * tracks and groups are requested, and editing continues meanwhile. For people who save as they go.
 */

import { trackChanges } from "#core/diff/diff";
import type { AnnotationCore, GroupId, TrackId } from "#core/types";
import type { ApiClient } from "#schemas/client";
import type { Camera } from "../cameras/camera.ts";
import type { AnnotationDocument } from "../document/annotation-document.ts";
import { hasMembers } from "./conflict.ts";
import { fill } from "./conflict-versions.ts";
import type { Workspace } from "../workspace.ts";

export interface AdoptMeans {
  readonly client: ApiClient;
  readonly workspace: Workspace;
  /** Filled with the received records, until they have been taken over. */
  readonly received: AnnotationCore;
}

interface Received {
  readonly trackIds: readonly TrackId[];
  readonly groupIds: readonly GroupId[];
}

interface WithId {
  readonly id: number;
}

/**
 * Inside `exclusive`.
 * @returns `unsaved`: nothing was taken over, because something was edited meanwhile
 */
export async function adoptChanges(camera: Camera, means: AdoptMeans): Promise<"adopted" | "unsaved" | "tooMany"> {
  const { client, workspace, received } = means;
  const document = camera.document.peek();
  const { datasetId, setName } = document.address;
  const since = document.sync.knownRevision;
  const query = {
    folderId: datasetId,
    since,
    ...(setName !== undefined && { set: setName }),
  };
  const { revision, changes } = await client.call("annotation.changes", query);
  if (changes === undefined) return "tooMany";
  const { tracks, groups } = changes;
  const idsOf = (records: readonly unknown[]): number[] => records.map((record) => (record as WithId).id);
  fill(received, tracks.upsert.map(toJson), groups.upsert.map(toJson));
  const ids: Received = {
    trackIds: [...idsOf(tracks.upsert), ...tracks.delete] as TrackId[],
    groupIds: [...idsOf(groups.upsert), ...groups.delete] as GroupId[],
  };
  const done = await workspace.adoptSaved(camera, revision, (tx) => {
    const { core } = document;
    for (const id of ids.trackIds) if (trackChanges(core, received, id).length > 0) tx.tracks.copy(id, received);
    const rows = groupTexts(received);
    const before = groupTexts(core);
    for (const id of ids.groupIds) {
      const json = rows.get(id);
      if (json === before.get(id)) continue;
      if (hasMembers(json, core)) tx.groups.copy(id, received);
      else if (before.has(id)) tx.groups.delete(id);
    }
  });
  return done ? "adopted" : "unsaved";
}

/** Whether a document shows the newest state, which is the only one that others change. */
export const isOfNewest = ({ address }: AnnotationDocument): boolean =>
  address.revision === undefined && address.comparedSet === undefined;

const toJson = (record: unknown): string => JSON.stringify(record);

const groupTexts = (core: AnnotationCore): ReadonlyMap<GroupId, string> =>
  new Map([...core.writer.groupRows()].map(({ id, json }) => [id, json]));
