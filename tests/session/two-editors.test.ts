/**
 * Two editors on one real server who draw, retype, undo, delete, save, read again, while somebody imports: all at random. In the
 * end every track that was drawn is there once, nothing is left unsaved, and both show what the server has.
 *
 * A few seeds in each run; more with `WAKELINE_SEEDS=200 npx vitest run --project unit tests/session/two-editors.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCore } from "#core";
import type { FrameNumber, TrackId } from "#core/types";
import { ApiError } from "#schemas/client";
import { openWorkspace, type OpenWorkspace } from "../../web/session/open-workspace.ts";
import { createSettingsStore } from "../../web/session/settings.ts";
import { createImageDataset } from "../support/dataset.ts";
import { seededRandom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { wireTrack } from "../support/test-workspace.ts";

const seeds = Number(process.env["WAKELINE_SEEDS"] ?? 5);
const stepsOfSeed = 40;
const first = 0 as FrameNumber;

let server: TestServer;
let datasetId: string;

beforeAll(async () => {
  server = await startTestServer();
  datasetId = await createImageDataset(server.client, "two editors", 1);
}, 60_000);

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

/** One step of one editor. Answers the mark of a track that it drew. */
function step({ workspace, saver }: OpenWorkspace, mark: string, random: () => number): string | undefined {
  const ids = [...workspace.visibleTrackIds.peek()] as TrackId[];
  const some = ids[Math.floor(random() * ids.length)];
  const kind = random();
  if (kind < 0.35) {
    const drawn = workspace.transact("addTrack", first, (tx) => {
      const id = tx.addTrack({ type: "drawn", frame: first, bounds: [1, 2, 30, 40] });
      tx.setTrackAttribute(id, "mark", mark);
    });
    return drawn && mark;
  }
  if (kind < 0.55 && some !== undefined) {
    const retyped = workspace.transact("setType", first, (tx) => tx.setType([some], `type ${mark}`));
    if (retyped !== undefined && random() < 0.3) workspace.undo();
  } else if (kind < 0.6 && some !== undefined && workspace.core.trackAttributes(some)["mark"] === undefined) {
    workspace.transact("deleteTracks", first, (tx) => tx.deleteTrack(some));
  } else if (kind < 0.9) void saver.save().catch(() => undefined);
  // Refused while something is unsaved.
  else void saver.reload().catch(() => undefined);
  return undefined;
}

/** As an import does: adds behind the largest id, in one transaction; what comes between makes it begin again. */
async function importTracks(setName: string): Promise<void> {
  while (true) {
    const [newest] = await server.client.call("annotation.revisions", { folderId: datasetId, limit: 1, sortdir: -1 });
    const baseRevision = newest?.revision ?? 0;
    const tracks = await storedTracks(setName, baseRevision);
    const free = Math.max(-1, ...tracks.map(({ id }) => id)) + 1;
    const upsert = [wireTrack(free, "imported"), wireTrack(free + 1, "imported")];
    try {
      await server.client.call("annotation.save", {
        folderId: datasetId,
        body: { set: setName, baseRevision, tracks: { upsert } },
      });
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }
}

async function storedTracks(setName: string, revision?: number): Promise<Track[]> {
  const query = { folderId: datasetId, set: setName, ...(revision !== undefined && { revision }) };
  return (await server.client.call("annotation.tracks", query)) as unknown as Track[];
}

const isClean = ({ workspace }: OpenWorkspace): boolean => workspace.document.isClean;

test.each(Array.from({ length: seeds }, (_, seed) => seed + 1))(
  "two editors at random, seed %i",
  { timeout: 120_000 },
  async (seed) => {
    const random = seededRandom(seed);
    // Each seed begins with an empty set.
    const setName = `seed ${seed}`;
    const editors = [await openEditor(setName, random), await openEditor(setName, random)] as const;
    const drawn: string[] = [];
    for (let at = 0; at < stepsOfSeed; at += 1) {
      const editor = editors[random() < 0.5 ? 0 : 1];
      const mark = step(editor, `${seed}.${at}`, random);
      if (mark !== undefined) drawn.push(mark);
      if (random() < 0.05) await importTracks(setName);
      if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 15));
    }
    for (let round = 0; round < 10 && !editors.every(isClean); round += 1) {
      for (const { saver } of editors) await saver.save();
    }
    for (const { saver } of editors) await saver.reload();
    const stored = await storedTracks(setName);
    const marks = stored.flatMap(({ attributes }) => (attributes["mark"] as string | undefined) ?? []);
    const ofSeed = marks.filter((mark) => mark.startsWith(`${seed}.`));
    expect(ofSeed.toSorted()).toEqual(drawn.toSorted());
    expect(drawn.length).toBeGreaterThan(0);
    for (const { workspace, saver, dispose } of editors) {
      expect(saver.dirtyCount.peek()).toBe(0);
      expect([...workspace.core.trackRows()].map(({ json }) => JSON.parse(json) as unknown)).toEqual(stored);
      await dispose();
    }
  },
);
