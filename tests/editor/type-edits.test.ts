import { expect, test } from "vitest";
import {
  deleteTypes,
  importTypes,
  parseTypeLines,
  possibleParents,
  restyleType,
} from "../../web/editor/edits/type-edits.ts";
import { TestEditor } from "./test-editor.ts";
import { testDatasetId } from "../support/test-workspace.ts";
import { colorOfType } from "#core/type-colors";
import { setType } from "../../web/editor/edits/track-edits.ts";

test("a type is renamed on tracks, in styles, thresholds and the hierarchy; one undo takes it all back", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  app.key("Escape").key("Escape");
  setType(app.editor, id, "fish");
  const { configuration } = app.workspace;
  configuration.change({
    confidenceFilters: { fish: 0.4 },
    typeHierarchy: { fish: "animal", cod: "fish" },
    customTypeStyling: { fish: { color: "#ff0000" } },
  });
  app.workspace.display.setTypesShown(["fish"], false);
  restyleType(app.editor, "track", "fish", "teleost", { color: "#00ff00" });
  expect(app.typeOf(id)).toBe("teleost");
  expect(configuration.values.peek()).toMatchObject({
    confidenceFilters: { teleost: 0.4 },
    typeHierarchy: { teleost: "animal", cod: "teleost" },
    customTypeStyling: { teleost: { color: "#00ff00" } },
  });
  expect(app.workspace.display.filters.peek().uncheckedTypes.has("teleost")).toBe(true);
  expect(app.settings.settings.peek().trackSettings.newTrackSettings.type).toBe("teleost");
  const list = () => app.workspace.display.types.counts.peek().map(({ type }) => type);
  expect(list()).toContain("teleost");
  expect(list()).not.toContain("fish");

  app.key("Ctrl+Z");
  expect(app.typeOf(id)).toBe("fish");
  expect(configuration.values.peek().typeHierarchy).toEqual({ fish: "animal", cod: "fish" });
  expect(configuration.values.peek().customTypeStyling).toEqual({ fish: { color: "#ff0000" } });
  expect(list()).not.toContain("teleost");
  app.key("Ctrl+Y");
  expect(app.typeOf(id)).toBe("teleost");
  expect(configuration.values.peek().customTypeStyling).toEqual({ teleost: { color: "#00ff00" } });
});

test("[V-TYPELIST-08] lines of types: empty ones are dropped, each name counts once; known types are not defined again", async () => {
  expect(parseTypeLines("cod\r\n\r\n  eel  \n\t\ncod\n")).toEqual(["cod", "eel"]);
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  setType(app.editor, id, "cod");
  expect(importTypes(app.editor, ["cod", "eel"])).toBe(1);
  expect(Object.keys(app.workspace.configuration.values.peek().customTypeStyling)).toEqual(["eel"]);
});

test("[V-TYPELIST-13, what deleting does] visible types go with the tracks that have no other, as one step", async () => {
  const app = await TestEditor.create();
  const both = app.drawTrack([10, 10, 60, 60]);
  const one = app.drawTrack([100, 100, 160, 160]);
  app.key("Escape").key("Escape");
  app.editor.transact({ kind: "track", change: "setType" }, (tx) => {
    tx.tracks.setPairs(both, [
      { type: "cod", confidence: 0.9 },
      { type: "eel", confidence: 0.5 },
    ]);
    tx.tracks.setType([one], "cod");
  });
  importTypes(app.editor, ["ray"]);
  deleteTypes(app.editor, ["cod", "ray"]);
  expect(app.workspace.core.hasTrack(one)).toBe(false);
  expect(app.typeOf(both)).toBe("eel");
  expect(app.workspace.display.types.counts.peek().map(({ type }) => type)).not.toContain("ray");
  app.key("Ctrl+Z");
  expect(app.typeOf(one)).toBe("cod");
  expect(app.workspace.configuration.values.peek().customTypeStyling).toHaveProperty("ray");
});

test("a type that was made here and undone is in no list; one that is defined stays without tracks", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  const list = () => app.workspace.display.types.counts.peek().map(({ type }) => type);
  importTypes(app.editor, ["cod"]);
  setType(app.editor, id, "zebra");
  expect(list()).toEqual(["zebra", "cod"]);
  app.key("Ctrl+Z");
  expect(list()).toEqual(["unknown", "cod"]);
  expect(app.editor.types.choices.peek().map(({ type }) => type)).not.toContain("zebra");
});

test("above a type can be any but itself and those below it", () => {
  const hierarchy = { coho: "salmon", salmon: "fish", looped: "loop", loop: "looped" };
  const types = ["coho", "salmon", "fish", "crab", "looped"];
  expect(possibleParents("salmon", types, hierarchy)).toEqual(["fish", "crab", "looped"]);
  expect(possibleParents("coho", types, hierarchy)).toEqual(["salmon", "fish", "crab", "looped"]);
});

test("the color of a type that is made is stored with the next save, is not a change of its own, and is another one than that of the others", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([10, 10, 60, 60]);
  const names = Array.from({ length: 12 }, (_, index) => `made ${index}`);
  for (const name of names) {
    app.key("Escape").key("Escape");
    setType(app.editor, app.drawTrack([100, 100, 160, 160]), name);
  }
  const { typeStyles } = app.workspace.display;
  const colors = Object.fromEntries(names.map((name) => [name, { color: typeStyles.of(name).color }]));
  expect(new Set(Object.values(colors).map(({ color }) => color)).size).toBe(names.length);
  expect(app.workspace.configuration.pendingCount.value).toBe(0);
  const steps = app.workspace.steps.entries.value.length;
  await app.editor.saver.save();
  expect(app.server.dataset(testDatasetId).configuration).toEqual({ customTypeStyling: colors });
  expect(app.workspace.steps.entries.value).toHaveLength(steps);
  expect(typeStyles.of(app.typeOf(id) ?? "").color, "of a type that was not made").toBe(colorOfType("unknown"));
});
