/**
 * Edits after a save are stored as changes of the page's own state, and are recovered on top of what a real server
 * returns. So for each kind of edit: edited, saved, edited again, and the page dies. The next page has all of it.
 */
import "fake-indexeddb/auto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCore } from "#core";
import type { EditTransaction, FrameNumber, GroupId, TrackId } from "#core/types";
import { openWorkspace, type OpenWorkspace } from "../../web/session/open-workspace.ts";
import { createSettingsStore } from "../../web/session/display/settings.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await server.close();
});

const [first, second, third] = [0, 1, 2] as FrameNumber[] as [FrameNumber, FrameNumber, FrameNumber];
const [fish, crab, other] = [0, 1, 2] as TrackId[] as [TrackId, TrackId, TrackId];
const shoal = 0 as GroupId;

/** `n` is 1 before the save and 2 after it: values that differ and are not round numbers. */
type Edit = (tx: EditTransaction, n: number) => unknown;

const edits: Readonly<Record<string, Edit>> = {
  "bounds between pixels": (tx, n) => tx.detections.setBounds(fish, first, [1.3 * n, 2.6 * n, 30.4 * n, 40.7 * n]),
  "bounds outside of the picture": (tx, n) => tx.detections.setBounds(fish, first, [-10.5 * n, -3.2, 5.5, 7]),
  "pairs with long confidences": (tx, n) =>
    tx.tracks.setPairs(fish, [
      { type: 'Größe "x" \\ 魚', confidence: 0.1 + 0.2 },
      { type: "b", confidence: 1e-7 * n },
      { type: "c", confidence: 1 / (3 * n) },
    ]),
  "the type alone": (tx, n) => tx.tracks.setType([fish, crab], `type ${n}`, 1 / 3),
  "another type's name": (tx, n) => tx.tracks.renameType(n === 1 ? "fish" : "tuna 1", `tuna ${n}`),
  "a polygon with a hole, between pixels": (tx, n) =>
    tx.detections.setPolygon(fish, first, [
      [
        [1.123456789 * n, 2],
        [30.1, 2.2],
        [15.5, 30.3 * n],
      ],
      [
        [5, 5],
        [8, 5],
        [6, 7.7],
      ],
    ]),
  "a line": (tx, n) =>
    tx.detections.setLine(fish, second, [
      [1.5 * n, 1e-9],
      [1 / 3, 20],
    ]),
  "head and tail": (tx, n) => tx.detections.setHeadTail(fish, first, [3.25 * n, 4], [20.25, 30.75 * n]),
  "a rotation": (tx, n) => tx.detections.setRotation(fish, first, 0.1 * n),
  "a length": (tx, n) => tx.detections.setLength(fish, first, 12.3456789012345 * n),
  notes: (tx, n) => tx.detections.setNotes(fish, first, [`note ${n}`, "« ü \u2028 »"]),
  "attributes of a track": (tx, n) => {
    tx.tracks.setAttribute(fish, "zebra", n);
    tx.tracks.setAttribute(fish, "ant", 0.1 * n);
    tx.tracks.setAttribute(fish, "10", true);
    tx.tracks.setAttribute(fish, "2", "text");
    tx.tracks.setAttribute(fish, "own", "mine", "someone");
  },
  "attributes of a detection": (tx, n) => {
    tx.detections.setAttribute(fish, first, "zebra", n);
    tx.detections.setAttribute(fish, first, "ant", `${n}`);
    tx.detections.setAttribute(fish, first, "2", { deep: [1, { b: 2, a: 1.0 }] });
  },
  "members of a track and of a detection that no one here knows": (tx, n) => {
    tx.tracks.setMember(fish, "zebra", { b: n, a: [null, 1.5] });
    tx.detections.setMember(fish, first, "zebra", { b: n, a: [null, 1.5] });
  },
  keyframes: (tx, n) => tx.detections.toggleKeyframe(fish, n === 1 ? second : first),
  interpolation: (tx, n) => tx.detections.setInterpolateAll(fish, n !== 1),
  "a detection deleted": (tx, n) => tx.detections.delete(fish, n === 1 ? second : third, n === 1 ? second : third),
  "a split": (tx, n) => tx.tracks.split(n === 1 ? fish : crab, second),
  "a merge": (tx, n) => (n === 1 ? tx.tracks.merge([other, crab]) : tx.tracks.setType([other], "merged")),
  "a track deleted": (tx, n) => tx.tracks.delete(n === 1 ? crab : fish),
  "a group": (tx, n) => {
    if (n === 1) tx.groups.create({ type: "shoal", members: [{ trackId: fish, ranges: [[first, second]] }] });
    else tx.groups.putMembers(shoal, [{ trackId: crab, ranges: [[first, third]] }]);
    tx.groups.setAttribute(shoal, "zebra", n * 0.1);
    tx.groups.setAttribute(shoal, "2", n);
    tx.groups.setPairs(shoal, [{ type: "shoal", confidence: 1 / (3 * n) }]);
  },
};

test.each(Object.keys(edits))("come back after a save and a crash: %s", async (name) => {
  const edit = edits[name]!;
  const datasetId = await createImageDataset(server.client, name, 3);
  const before = await open(datasetId);
  transact(before, (tx) => {
    for (const type of ["fish", "crab", "crab"]) {
      const id = tx.tracks.add({ type, frame: first, bounds: [1, 2, 30, 40] });
      for (const frame of [second, third]) tx.detections.setBounds(id, frame, [1 + frame, 2, 30 + frame, 40]);
    }
  });
  await before.saver.save();
  transact(before, (tx) => edit(tx, 1));
  expect(before.saver.dirtyCount.peek()).toBeGreaterThan(0);
  await before.saver.save();
  transact(before, (tx) => edit(tx, 2));
  transact(before, (tx) => tx.tracks.setAttribute(other, "last", 1));
  before.workspace.undo();
  before.workspace.undo();
  before.workspace.redo();
  const shown = shownBy(before);
  // Closes the journal without clearing it.
  await before.dispose();

  const after = await open(datasetId);
  expect([after.aside, after.recovered?.count]).toEqual([[], expect.any(Number)]);
  expect(shownBy(after)).toEqual(shown);
  await after.saver.save();
  await after.dispose();
  const last = await open(datasetId);
  expect([last.aside, last.recovered]).toEqual([[], undefined]);
  await last.dispose();
});

function open(datasetId: string): Promise<OpenWorkspace> {
  return openWorkspace({
    client: server.client,
    createCore: () => createCore(),
    settings: createSettingsStore(undefined),
    userId: server.userId,
    datasetId,
    askAboutConflict: () => Promise.reject(new Error("No one else has changed anything.")),
  });
}

function transact({ workspace }: OpenWorkspace, edit: (tx: EditTransaction) => unknown): void {
  workspace.transact({ kind: "track", change: "setAttribute" }, first, (tx) => void edit(tx));
}

function shownBy({ workspace: { core } }: OpenWorkspace): unknown {
  const parse = ({ json }: { readonly json: string }): unknown => JSON.parse(json);
  return { tracks: [...core.writer.trackRows()].map(parse), groups: [...core.writer.groupRows()].map(parse) };
}
