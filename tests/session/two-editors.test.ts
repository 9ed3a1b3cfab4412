/**
 * Two editors on one real server who draw, retype, undo, delete, save and reload during imports of files, all at
 * random. In the end every track that was drawn or imported exists once, nothing is unsaved, and both show what the
 * server has.
 *
 * A few seeds in each run; more with `WAKELINE_SEEDS=200 npx vitest run --project unit
 * tests/session/two-editors.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCore } from "#core";
import type { FrameNumber, TrackId } from "#core/types";
import { uploadFile } from "#schemas";
import { openWorkspace, type OpenWorkspace } from "../../web/session/open-workspace.ts";
import { createSettingsStore } from "../../web/session/display/settings.ts";
import { createImageDataset } from "../support/dataset.ts";
import { seededRandom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const seeds = Number(process.env["WAKELINE_SEEDS"] ?? 2);
const stepsOfSeed = 40;
const first = 0 as FrameNumber;

let server: TestServer;
let datasetId: string;

beforeAll(async () => {
  server = await startTestServer();
  datasetId = await createImageDataset(server.client, "two editors", 1);
});

afterAll(async () => {
  await server.close();
});

interface Track {
  readonly id: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

function openEditor(setName: string, random: () => number): Promise<OpenWorkspace> {
  return openWorkspace({
    client: server.client,
    createCore: () => createCore(),
    settings: createSettingsStore(undefined),
    userId: server.userId,
    datasetId,
    setName,
    askAboutConflict: () => Promise.resolve(random() < 0.5 ? "mine" : "theirs"),
  });
}

/** One step of one editor. Returns the mark of a track that it drew. */
function step({ workspace, saver }: OpenWorkspace, mark: string, random: () => number): string | undefined {
  const ids = [...workspace.display.visibleTrackIds.peek()] as TrackId[];
  const some = ids[Math.floor(random() * ids.length)];
  const kind = random();
  if (kind < 0.35) {
    const drawn = workspace.transact({ kind: "track", change: "add" }, first, (tx) => {
      const id = tx.tracks.add({ type: "drawn", frame: first, bounds: [1, 2, 30, 40] });
      tx.tracks.setAttribute(id, "mark", mark);
    });
    return drawn && mark;
  }
  if (kind < 0.55 && some !== undefined) {
    const retyped = workspace.transact({ kind: "track", change: "setType" }, first, (tx) =>
      tx.tracks.setType([some], `type ${mark}`),
    );
    if (retyped !== undefined && random() < 0.3) workspace.undo();
  } else if (kind < 0.6 && some !== undefined && workspace.core.trackAttributes(some)["mark"] === undefined) {
    workspace.transact({ kind: "track", change: "delete" }, first, (tx) => tx.tracks.delete(some));
  } else if (kind < 0.9) void saver.save().catch(() => undefined);
  // Refused while something is unsaved.
  else void saver.reload().catch(() => undefined);
  return undefined;
}

/** Adds two tracks from a file. Returns their marks. */
async function importTracks(setName: string, name: string): Promise<string[]> {
  const marks = [0, 1].map((id) => `${name}.${id}`);
  const rows = marks.map((mark, id) => `${id},image-0.png,0,1,2,30,40,0.9,-1,imported,0.9,(trk-atr) mark ${mark}\n`);
  const target = { parentType: "folder", parentId: datasetId, name: `${name}.csv` } as const;
  await uploadFile(server.client, target, new Blob(rows));
  const options = { skipJobs: true, additive: true, set: setName };
  expect((await server.client.call("rpc.postprocess", { id: datasetId, ...options })).warnings).toEqual([]);
  return marks;
}

async function storedTracks(setName: string): Promise<Track[]> {
  return (await server.client.call("annotation.tracks", { folderId: datasetId, set: setName })) as unknown as Track[];
}

const isClean = ({ workspace }: OpenWorkspace): boolean => workspace.document.isClean;

/** With some seeds the other side always reads or saves, and little is drawn; all together draw a lot. */
let drawnInAllSeeds = 0;

test.each(Array.from({ length: seeds }, (_, seed) => seed + 1))("two editors at random, seed %i", async (seed) => {
  const random = seededRandom(seed);
  // Each seed starts with an empty set.
  const setName = `seed ${seed}`;
  const editors = [await openEditor(setName, random), await openEditor(setName, random)] as const;
  const drawn: string[] = [];
  let imported = Promise.resolve<readonly string[]>([]);
  for (let at = 0; at < stepsOfSeed; at += 1) {
    const editor = editors[random() < 0.5 ? 0 : 1];
    const mark = step(editor, `${seed}.${at}`, random);
    if (mark !== undefined) drawn.push(mark);
    if (random() < 0.05) {
      imported = imported.then(async (marks) => [...marks, ...(await importTracks(setName, `${seed}.${at}`))]);
    }
    if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 15));
  }
  const expected = [...drawn, ...(await imported)].toSorted();
  for (let round = 0; round < 10 && !editors.every(isClean); round += 1) {
    for (const { saver } of editors) await saver.save();
  }
  for (const { saver } of editors) await saver.reload();
  const stored = await storedTracks(setName);
  const marks = stored.flatMap(({ attributes }) => (attributes["mark"] as string | undefined) ?? []);
  expect(marks.toSorted()).toEqual(expected);
  drawnInAllSeeds += drawn.length;
  for (const { workspace, saver, dispose } of editors) {
    expect(saver.dirtyCount.peek()).toBe(0);
    expect([...workspace.core.writer.trackRows()].map(({ json }) => JSON.parse(json) as unknown)).toEqual(stored);
    await dispose();
  }
});

test("the seeds have drawn", () => {
  expect(drawnInAllSeeds).toBeGreaterThan(seeds);
});
