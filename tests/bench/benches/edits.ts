/** Edits: a single one among many detections, and thousands as one step that is undone. */
import type { EditTransaction, FrameNumber, TrackId } from "#core";
import type { Bench } from "../context.ts";
import { makeTracks, toJson } from "../generate.ts";

const editedFrame = 0 as FrameNumber;
const singleEdits = 200;
const bulkTracks = 10_000;
/** On average, see generate.ts. */
const detectionsPerTrack = 50;

const single: Bench = {
  name: "a single edit",
  async run(context) {
    const { core } = context;
    core.reader.readDiveJson(context.json("plain"));
    let at = 0;
    return context.compare({
      name: `a box moved among ${core.detectionCount} detections`,
      core: () => {
        for (let i = 0; i < singleEdits; i++) {
          const id = ((at * 7) % core.trackCount) as TrackId;
          const frame = (100_000 + at++) as FrameNumber;
          core.transact("move", frame, (tx) => tx.detections.setBounds(id, frame, [0, 0, at, 9]));
        }
      },
      unit: "us",
      amount: singleEdits,
      goal: { max: 1000 },
    });
  },
};

const bulk = (what: string, edit: (tx: EditTransaction, ids: readonly TrackId[]) => void): Bench => ({
  name: `${what}, in bulk`,
  async run(context) {
    const { core } = context;
    core.reader.readDiveJson(toJson(makeTracks(bulkTracks * detectionsPerTrack)));
    const ids = [...core.shown.trackIds()].slice(0, bulkTracks) as TrackId[];
    return context.compare({
      name: `${what}: ${ids.length} tracks as one step, and undone`,
      core: () => {
        core.transact(what, editedFrame, (tx) => edit(tx, ids));
        core.undo();
      },
      unit: "ms",
      amount: 1,
      goal: { max: 100 },
    });
  },
});

export const editBenches: readonly Bench[] = [
  single,
  bulk("set type", (tx, ids) => tx.tracks.setType(ids, "bulk")),
  bulk("interpolate", (tx, ids) => {
    for (const id of ids) tx.detections.setInterpolateAll(id, false);
  }),
  bulk("set attribute", (tx, ids) => {
    for (const id of ids) tx.tracks.setAttribute(id, "checked", true);
  }),
  bulk("delete tracks", (tx, ids) => tx.tracks.deleteAll(ids)),
];
