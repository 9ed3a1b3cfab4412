/** Saving a few keyframes of a track with 50,000 of them on a real server: what is transferred, and what is stored. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCore } from "#core";
import type { FrameNumber, TrackId } from "#core/types";
import { createClient } from "#schemas";
import type { ConflictChoice } from "../../web/session/saving/conflict.ts";
import { openWorkspace, type OpenWorkspace } from "../../web/session/open-workspace.ts";
import { createSettingsStore } from "../../web/session/display/settings.ts";
import { createImageDataset } from "../support/dataset.ts";
import { emptyServer, openTestWorkspace, testDatasetId } from "../support/test-workspace.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const keyframes = 50_000;
const maxBytes = 64 * 1024;
const longId = 3 as TrackId;
const at = (frame: number): FrameNumber => frame as FrameNumber;

let server: TestServer;
let datasetId: string;
let names = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const longTrack = (count = keyframes): object => ({
  id: longId,
  begin: 0,
  end: count - 1,
  confidencePairs: [["fish", 0.5]],
  attributes: {},
  features: Array.from({ length: count }, (_, frame) => ({
    frame,
    bounds: [frame % 500, 10, (frame % 500) + 40, 60],
    keyframe: true,
    attributes: frame % 100 === 0 ? { note: "sëen" } : {},
  })),
});

async function makeDataset(count = keyframes): Promise<void> {
  datasetId = await createImageDataset(server.client, `long track ${++names}`, 1);
  await server.client.call("annotation.save", {
    folderId: datasetId,
    body: { tracks: { upsert: [longTrack(count)] } },
  });
}

interface Editor extends OpenWorkspace {
  /** Bytes of each save. */
  readonly sent: number[];
}

async function openEditor(choice: ConflictChoice = "mine"): Promise<Editor> {
  const sent: number[] = [];
  const client = createClient({
    baseUrl: `${server.url}/api/v1/`,
    fetch: async (input, init) => {
      const request = new Request(input as string, init);
      request.headers.set("Girder-Token", server.token);
      if (request.method === "PATCH") sent.push((await request.clone().arrayBuffer()).byteLength);
      return await fetch(request);
    },
  });
  const opened = await openWorkspace({
    client,
    createCore: () => createCore(),
    settings: createSettingsStore(undefined),
    userId: server.userId,
    datasetId,
    askAboutConflict: () => Promise.resolve(choice),
  });
  return { ...opened, sent };
}

const move = ({ workspace }: OpenWorkspace, frame: number, x: number): void =>
  void workspace.transact({ kind: "shape", shape: "box", change: "resize" }, at(frame), (tx) =>
    tx.detections.setBounds(longId, at(frame), [x, 0, x + 9, 9]),
  );

const textOf = ({ workspace }: OpenWorkspace): string =>
  new TextDecoder().decode(workspace.core.writer.writeTrackList([longId]));

test("one moved keyframe of 50,000 is a save of less than 64 KB; so are a new type and a removed keyframe", async () => {
  await makeDataset();
  const editor = await openEditor();
  move(editor, 25_000, 7);
  await editor.saver.save();
  editor.workspace.transact({ kind: "track", change: "setType" }, at(0), (tx) => tx.tracks.setType([longId], "cod"));
  editor.workspace.transact({ kind: "track", change: "delete" }, at(9), (tx) =>
    tx.detections.delete(longId, at(9), at(9)),
  );
  await editor.saver.save();
  // Both steps are undone after they were saved.
  editor.workspace.undo();
  editor.workspace.undo();
  move(editor, keyframes + 50, 3);
  await editor.saver.save();
  expect(editor.sent).toHaveLength(3);
  expect(Math.max(...editor.sent)).toBeLessThan(maxBytes);
  const reader = await openEditor();
  expect(textOf(reader)).toBe(textOf(editor));
  expect(reader.workspace.core.detectionAt(longId, at(25_000))?.bounds).toEqual([7, 0, 16, 9]);
});

test.each(["mine", "theirs"] as const)(
  "two editors of it at once, conflicts answered with %s: both show what is stored",
  async (choice) => {
    await makeDataset(2000);
    const [one, two] = [await openEditor(choice), await openEditor(choice)];
    for (let round = 1; round <= 3; round += 1) {
      move(one, 100 * round, round);
      await one.saver.save();
      // A different frame, and the same one.
      move(two, 1500 + round, round);
      move(two, 100 * round, 300 + round);
      await two.saver.save();
      await one.saver.reload();
    }
    await two.saver.save();
    const reader = await openEditor();
    const { core } = reader.workspace;
    for (let round = 1; round <= 3; round += 1) {
      const x = choice === "mine" ? 300 + round : round;
      expect(core.detectionAt(longId, at(100 * round))?.bounds).toEqual([x, 0, x + 9, 9]);
      expect(core.detectionAt(longId, at(1500 + round))?.bounds).toEqual([round, 0, round + 9, 9]);
    }
    expect(textOf(two)).toBe(textOf(reader));
  },
);

test("a server that knows no changes refuses them and gets the whole track", async () => {
  const model = emptyServer();
  model.save(testDatasetId, { tracks: { upsert: [longTrack(500)] } });
  const opened = await openTestWorkspace({ server: model });
  move(opened, 250, 7);
  await opened.saver.save();
  const saves = model.requests.filter(({ method }) => method === "PATCH");
  expect(saves.map(({ body }) => JSON.stringify(body).length < 2000)).toEqual([true, false]);
  const [track] = model.records(testDatasetId) as unknown as { features: { bounds: number[] }[] }[];
  expect([track?.features.length, track?.features[250]?.bounds]).toEqual([500, [7, 0, 16, 9]]);
  expect(opened.saver.state.value.kind).toBe("saved");
});
