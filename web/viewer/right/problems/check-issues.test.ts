import { createCore } from "#core";
import { expect, test } from "vitest";
import { issueRules, type IssueFacts, type FrameNumber, type TrackId } from "#core/types";
import { checkIssues } from "./check-issues.ts";

const facts: IssueFacts = {
  frameCount: 20,
  pictureSize: { width: 100, height: 100 },
  types: ["fish"],
  attributes: [{ name: "size", belongs: "track", range: [0, 5] }],
};

test("what is found in a copy is what is found in the annotations as they were edited, and stays that", async () => {
  const core = await createCore();
  const track = (id: number, features: readonly object[]) => ({
    id,
    begin: 0,
    end: 0,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features,
  });
  const pages = [track(0, [{ frame: 0, bounds: [0, 0, 10, 10], keyframe: true }]), track(1, [])];
  core.reader.beginLoad();
  core.reader.loadTrackPage(new TextEncoder().encode(JSON.stringify(pages)));
  core.reader.endLoad();
  const at = 0 as FrameNumber;
  core.transact("edits", at, (tx) => {
    for (const frame of [0, 4, 9] as FrameNumber[])
      tx.tracks.add({ type: "crab", frame, bounds: [50, 50, 200, 200], interpolate: false });
    tx.tracks.add({ type: "fish", frame: at, bounds: [0, 0, 10, 10] });
    tx.tracks.setAttribute(0 as TrackId, "size", 9);
    tx.detections.setBounds(0 as TrackId, 25 as FrameNumber, [0, 0, 0, 10]);
  });
  core.undo();
  core.redo();
  const expected = issueRules.map((rule) => core.listIssues(rule, facts)).filter(({ count }) => count > 0);
  const image = core.writer.takeImage();
  const { seq } = core;
  core.transact("later", at, (tx) => tx.tracks.delete(0 as TrackId));
  const copy = await createCore();
  expect(await checkIssues(copy, { image, facts })).toEqual(expected);
  expect(expected.map(({ rule }) => rule)).toEqual([
    "box-empty",
    "frame-behind-last",
    "box-outside",
    "box-duplicate",
    "track-gap",
    "track-single-frame",
    "type-unlisted",
    "attribute-outside",
  ]);

  // Later edits are replayed in the copy, including undone ones.
  core.transact("later", at, (tx) => tx.tracks.add({ type: "fish", frame: at, bounds: [1, 2, 1, 2] }));
  core.undo();
  core.undo();
  const later = issueRules.map((rule) => core.listIssues(rule, facts)).filter(({ count }) => count > 0);
  expect(await checkIssues(copy, { ops: core.opsSince(seq), facts })).toEqual(later);
  const known = core.seq;
  core.redo();
  const deleted = issueRules.map((rule) => core.listIssues(rule, facts)).filter(({ count }) => count > 0);
  expect(deleted).not.toEqual(later);
  expect(await checkIssues(copy, { ops: core.opsSince(known), facts })).toEqual(deleted);
  const foreign = new Uint8Array([1, 2, 3]);
  await expect(checkIssues(copy, { ops: foreign, facts })).rejects.toThrow("The edits do not fit.");
});
