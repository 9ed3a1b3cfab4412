import { expect, test } from "vitest";
import { currentKeys, readStoredKeys, setCustomKeys } from "./keymap.ts";
import { commands, knownIds } from "./known.ts";

test("data pages do without the viewer's commands, and have the keys that they would have with them", async () => {
  expect(knownIds.value).not.toContain("track.create");
  setCustomKeys(readStoredKeys('{"version":1,"keys":{"track.create":["?"],"help.palette":["Ctrl+P"]}}'));
  const onDataPages = [currentKeys("help.shortcuts"), currentKeys("help.palette"), currentKeys("list.open")];
  expect(onDataPages).toEqual([[], ["Ctrl+P"], ["Enter"]]);
  await import("./registry.ts");
  expect(knownIds.value.length).toBe(Object.keys(commands).length);
  expect([currentKeys("track.create"), currentKeys("help.palette")]).toEqual([["?"], ["Ctrl+P"]]);
  expect([currentKeys("help.shortcuts"), currentKeys("list.open")]).toEqual([[], ["Enter"]]);
});
