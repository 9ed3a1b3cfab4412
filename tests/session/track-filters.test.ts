/** A dataset's attribute track filters, as applied by the core: stored, temporary, and per user. */
import { expect, test } from "vitest";
import type { FrameNumber } from "#core/types";
import type { AttributeDefinition, AttributeTrackFilter } from "#schemas";
import { drawTrack, openTestWorkspace } from "../support/test-workspace.ts";

const age: AttributeDefinition = { belongs: "track", datatype: "number", name: "age", key: "track_age" };
const older: AttributeTrackFilter = {
  name: "older",
  attribute: "age",
  type: "track",
  enabled: true,
  filter: { op: "rangeFilter", val: 3, range: [0, 9] },
};

async function setUp(definition: AttributeDefinition = age) {
  const { workspace } = await openTestWorkspace({ login: "ann" });
  const tracks = [1, 5, 8].map((value) => {
    const id = drawTrack(workspace);
    workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, (tx) => {
      tx.tracks.setAttribute(id, "age", value);
      tx.tracks.setAttribute(id, "age", 10 - value, "ann");
    });
    return id;
  });
  workspace.configuration.change({
    attributes: { [definition.key]: definition },
    attributeTrackFilters: { older },
  });
  const shown = () => [...workspace.display.visibleTrackIds.value].map((id) => tracks.indexOf(id as never));
  return { workspace, shown };
}

test("a filter that is on hides tracks, follows its definition, and undo takes it away", async () => {
  const { workspace, shown } = await setUp();
  expect(shown()).toEqual([1, 2]);
  workspace.configuration.change({ attributeTrackFilters: { older: { ...older, filter: { op: ">", val: 6 } } } });
  expect(shown()).toEqual([2]);
  workspace.undo();
  expect(shown()).toEqual([1, 2]);
  workspace.undo();
  expect(shown()).toEqual([0, 1, 2]);
});

test("switching it and its value hold for the moment: nothing is pending, and edits of values count at once", async () => {
  const { workspace, shown } = await setUp();
  const pending = workspace.configuration.pendingCount.value;
  workspace.display.trackFilters.choose("older", { isEnabled: false });
  expect(shown()).toEqual([0, 1, 2]);
  expect(workspace.display.trackFilters.all.value).toMatchObject([{ isEnabled: false, isActive: false, value: 3 }]);
  workspace.display.trackFilters.choose("older", { isEnabled: true });
  workspace.setReadOnly("revision");
  workspace.display.trackFilters.choose("older", { value: 6 });
  expect(shown()).toEqual([2]);
  workspace.setReadOnly(undefined);
  expect(workspace.configuration.pendingCount.value).toBe(pending);
  workspace.display.trackFilters.forget("older");
  expect(shown()).toEqual([1, 2]);
  workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, (tx) =>
    tx.tracks.setAttribute(workspace.display.visibleTrackIds.value[0] as never, "age", 2),
  );
  expect(shown()).toEqual([2]);
});

test("attributes of users are compared with the values of the viewing person", async () => {
  const { shown } = await setUp({ ...age, user: true });
  expect(shown()).toEqual([0, 1]);
});
