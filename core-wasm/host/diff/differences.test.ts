/** Differences by track, and copying tracks exactly from another core. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allTracks, builds, frame, id } from "../testing/cores.ts";
import { documents, open } from "../testing/documents.ts";
import type { GroupId, TrackId } from "../types.ts";
import { diffAnnotations } from "./diff.ts";
import { detectionFrames, differenceOf, listDifferences, listGroupDifferences, withPartsOf } from "./differences.ts";

describe.each(builds)("$name build", ({ create }) => {
  test("taking over every track that differs makes the tracks those of the other core, and undo takes all of it back", async () => {
    const [own, other] = [await create(), await create()];
    fc.assert(
      fc.property(documents(), documents(), (a, b) => {
        open(own, a);
        open(other, b);
        const before = JSON.stringify(allTracks(own));
        const differences = listDifferences(own, other);
        for (const difference of differences) expect(differenceOf(own, other, difference.trackId)).toEqual(difference);
        own.transact("take", frame(0), (tx) => {
          for (const { trackId } of differences) tx.tracks.copy(trackId, other);
        });
        own.assertIntegrity();
        expect(allTracks(own)).toEqual(allTracks(other));
        expect(listDifferences(own, other)).toEqual([]);
        expect(diffAnnotations(own, other).tracks).toEqual({ added: 0, deleted: 0, changed: 0 });
        // Replayed in another core, it is the same step.
        if (own.canUndo) own.undo();
        own.assertIntegrity();
        expect(JSON.stringify(allTracks(own))).toBe(before);
      }),
      { seed: 3, numRuns: 120 },
    );
  });

  test("taking over the groups that differ, after the tracks, makes all of it the other core's; undo takes it back", async () => {
    const [own, other, again] = [await create(), await create(), await create()];
    fc.assert(
      fc.property(documents(), documents(), (a, b) => {
        open(own, a);
        open(other, b);
        open(again, a);
        const before = JSON.stringify([...own.writer.groupRows()]);
        own.transact("take", frame(0), (tx) => {
          for (const { trackId } of listDifferences(again, other)) tx.tracks.copy(trackId, other);
          for (const { groupId } of listGroupDifferences(again, other)) {
            const group = [...other.writer.groupRows()].find((row) => row.id === groupId);
            const members = Object.keys((JSON.parse(group?.json ?? "{}") as { members?: object }).members ?? {});
            if (group !== undefined && !members.some((id) => other.hasTrack(Number(id) as TrackId))) continue;
            tx.groups.copy(groupId, other);
          }
        });
        own.assertIntegrity();
        for (const { groupId, kind } of listGroupDifferences(own, other)) {
          // Only groups of tracks that are in neither document remain.
          const group = [...other.writer.groupRows()].find((row) => row.id === groupId);
          const members = Object.keys((JSON.parse(group?.json ?? "{}") as { members?: object }).members ?? {});
          expect([
            kind,
            members.every((id) => other.hasTrack(Number(id) as TrackId)) && members.length > 0,
          ]).not.toEqual(["added", true]);
        }
        expect(again.replay(own.opsSince(0))).toBe(true);
        expect(JSON.stringify([...again.writer.groupRows()])).toBe(JSON.stringify([...own.writer.groupRows()]));
        if (own.canUndo) own.undo();
        own.assertIntegrity();
        expect(JSON.stringify([...own.writer.groupRows()])).toBe(before);
      }),
      { seed: 5, numRuns: 80 },
    );
  });

  test("a group that differs is named, and is the other's after it was taken over", async () => {
    const [own, other] = [await create(), await create()];
    const track = (id: number) => ({
      id,
      begin: 0,
      end: 0,
      confidencePairs: [["fish", 1]] as const,
      attributes: {},
      features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
    });
    const tracks = { 1: track(1), 2: track(2) };
    const group = (type: string, members: object) => ({
      id: 5,
      begin: 0,
      end: 0,
      confidencePairs: [[type, 1]],
      attributes: {},
      members,
    });
    open(own, { tracks, groups: { 5: group("school", { 1: { ranges: [[0, 0]] } }) } });
    open(other, { tracks, groups: { 5: group("pod", { 1: { ranges: [[0, 0]] }, 2: { ranges: [[0, 0]] } }) } });
    expect(listGroupDifferences(own, other)).toEqual([
      { groupId: 5, kind: "changed", fields: ["confidencePairs", "members"] },
    ]);
    own.transact("take", frame(0), (tx) => tx.groups.copy(5 as GroupId, other));
    expect([...own.writer.groupRows()]).toEqual([...other.writer.groupRows()]);
    own.transact("take", frame(0), (tx) => tx.tracks.delete(id(2)));
    open(other, {
      tracks: { 9: { ...track(9) } },
      groups: { 7: { ...group("pod", { 9: { ranges: [[0, 0]] } }), id: 7 } },
    });
    expect(() => own.transact("take", frame(0), (tx) => tx.groups.copy(7 as GroupId, other))).toThrow(
      "No track of group 7",
    );
    own.transact("take", frame(0), (tx) => tx.groups.copy(5 as GroupId, other));
    expect(own.groupCount).toBe(0);
    own.assertIntegrity();
  });

  test("single parts of a track are taken over, one after the other, and all else of it stays until nothing is left to take", async () => {
    const [own, other, scratch] = [await create(), await create(), await create()];
    let partCount = 0;
    fc.assert(
      fc.property(documents(), documents(), (a, b) => {
        open(own, a);
        open(other, b);
        const take = (trackId: TrackId, parts: Parameters<typeof withPartsOf>[3]): void => {
          const taken = withPartsOf(own, other, trackId, parts);
          scratch.reader.beginLoad();
          if (taken !== undefined) scratch.reader.loadTrackPage(new TextEncoder().encode(JSON.stringify([taken])));
          scratch.reader.endLoad();
          own.transact("take", frame(0), (tx) => tx.tracks.copy(trackId, scratch));
        };
        for (const { trackId, kind, frames } of listDifferences(own, other)) {
          const all = kind === "changed" ? frames : detectionFrames(kind === "added" ? other : own, trackId);
          let expected = all;
          for (const at of all) {
            partCount += 1;
            take(trackId, { isAccepted: (each) => each === at, isTrackAccepted: false });
            expected = expected.filter((each) => each !== at);
            const left = differenceOf(own, other, trackId);
            if (left?.kind === "changed") expect(left.frames).toEqual(expected);
            else if (left === undefined) expect(expected).toEqual([]);
            // A track that has lost its last detection is reported as one that only the other document has.
            else expect(detectionFrames(left.kind === "added" ? other : own, trackId)).toEqual(expected);
          }
          take(trackId, { isAccepted: () => false, isTrackAccepted: true });
          if (all.length > 0) expect(differenceOf(own, other, trackId)).toBeUndefined();
        }
        own.assertIntegrity();
      }),
      { seed: 6, numRuns: 80 },
    );
    expect(partCount).toBeGreaterThan(100);
  });

  test("a journal of it can be replayed, and what differs is named", async () => {
    const [own, other, again] = [await create(), await create(), await create()];
    const track = (box: readonly number[], type: string) => ({
      id: 1,
      begin: 4,
      end: 6,
      confidencePairs: [[type, 0.5]] as const,
      attributes: {},
      features: [
        { frame: 4, bounds: [1, 2, 3, 4], keyframe: true },
        { frame: 6, bounds: box, keyframe: true },
      ],
    });
    for (const core of [own, again]) open(core, { tracks: { 1: track([1.5, 2, 3, 4], "fish") } });
    open(other, { tracks: { 1: track([9.25, 2, 30, 4], "crab") } });
    expect(listDifferences(own, other)).toEqual([
      {
        trackId: 1,
        kind: "changed",
        frame: 6,
        frames: [6],
        trackFields: ["confidencePairs"],
        detectionFields: ["bounds"],
      },
    ]);
    own.transact("take", frame(0), (tx) => tx.tracks.copy(id(1), other));
    expect(own.detectionAt(id(1), frame(6))?.bounds).toEqual([9.25, 2, 30, 4]);
    expect(again.replay(own.opsSince(0))).toBe(true);
    expect(allTracks(again)).toEqual(allTracks(other));
    // WebAssembly would take the last one for 1.
    for (const missing of [7, -1, 2 ** 32 + 1]) expect(other.writer.trackImage(missing as TrackId)).toBeUndefined();
  });
});
