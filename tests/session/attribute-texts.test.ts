import { afterEach, expect, test } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import type { AttributeDefinition, AttributeRender } from "#schemas";
import { drawTrack, openTestWorkspace } from "../support/test-workspace.ts";
import { session } from "../../web/api/session.ts";
import { defaultRender } from "../../web/session/attributes/definition.ts";
import { attributeTexts } from "../../web/viewer/picture/canvas/attribute-texts.ts";

afterEach(() => {
  session.value = { state: "anonymous" };
});

async function setUp(render: Partial<AttributeRender>, part: Partial<AttributeDefinition> = {}) {
  const { workspace } = await openTestWorkspace();
  const fish = drawTrack(workspace, "fish");
  const crab = drawTrack(workspace, "crab");
  const name = part.name ?? "age";
  const age: AttributeDefinition = {
    belongs: "track",
    datatype: "number",
    name,
    key: `track_${name}`,
    ...part,
    render: { ...defaultRender(name), ...render },
  };
  workspace.configuration.change({ attributes: { [age.key]: age } });
  workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, (tx) => {
    tx.tracks.setAttribute(fish, name, 2.123456789);
    tx.tracks.setAttribute(fish, name, 9, "ann");
  });
  const texts = attributeTexts(workspace, workspace.active.peek());
  const typeOf = (type: string) => workspace.core.types().indexOf(type);
  return {
    workspace,
    fish,
    of: (track: TrackId, type: string) => texts.value?.(track, typeOf(type)) ?? [],
    crab,
  };
}

test("[V-ATTR-08] with selected on, only the selected track has the attribute", async () => {
  const { workspace, fish, crab, of } = await setUp({ selected: true });
  expect(of(fish, "fish")).toEqual([]);
  workspace.select(fish);
  expect(of(fish, "fish")).toHaveLength(1);
  expect(of(crab, "crab")).toEqual([]);
});

test("[V-ATTR-09] the type filter is a list of types; by default it lets all pass", async () => {
  const all = await setUp({});
  expect(all.of(all.crab, "crab")).toHaveLength(1);
  const some = await setUp({ typeFilter: ["fish", "eel"] });
  expect(some.of(some.fish, "fish")).toHaveLength(1);
  expect(some.of(some.crab, "crab")).toEqual([]);
});

test("[V-ATTR-10] [V-ATTR-11] size -1 and color auto are left to the renderer, the type and the value", async () => {
  const auto = await setUp({}, { color: "#123456" });
  expect(auto.of(auto.fish, "fish")[0]).toMatchObject({
    name: "age",
    value: "2.12346",
    namePx: -1,
    valuePx: -1,
    nameColor: undefined,
    valueColor: "#123456",
  });
  const own = await setUp({ displayTextSize: 20, displayColor: "#ff0000", valueColor: "#00ff00", valueTextSize: 8 });
  expect(own.of(own.fish, "fish")[0]).toMatchObject({
    namePx: 20,
    valuePx: 8,
    nameColor: "#ff0000",
    valueColor: "#00ff00",
  });
});

test("nothing is drawn without a value where the settings say so, and values of a user are theirs", async () => {
  const { crab, of } = await setUp({ hideEmpty: true });
  expect(of(crab, "crab")).toEqual([]);
  session.value = { state: "signedIn", user: { login: "ann" } as never };
  const user = await setUp({}, { user: true });
  expect(user.of(user.fish, "fish")[0]).toMatchObject({ value: "9" });
});

test("rows are in the order of the settings, and follow their definitions", async () => {
  const { workspace, fish, of } = await setUp({ order: 2 });
  const first: AttributeDefinition = {
    belongs: "track",
    datatype: "text",
    name: "sex",
    key: "track_sex",
    render: { ...defaultRender("sex"), order: 1, displayName: "Sex" },
  };
  workspace.configuration.change({ attributes: { track_sex: first } });
  expect(of(fish, "fish").map(({ name }) => name)).toEqual(["Sex", "age"]);
  workspace.undo();
  expect(of(fish, "fish").map(({ name }) => name)).toEqual(["age"]);
});
