import { afterEach, expect, test } from "vitest";
import "./registry.ts";
import {
  currentKeys,
  editableKeys,
  assignKeys,
  customKeys,
  keymaps,
  keyOf,
  ownerOf,
  printKeys,
  readKeys,
  readStoredKeys,
  resetKeys,
  setCustomKeys,
} from "./keymap.ts";

afterEach(() => setCustomKeys());

test("a command has its default keys until others are given; reset brings them back", () => {
  expect(currentKeys("playback.nextFrame")).toEqual(["Right", "F"]);
  assignKeys("playback.nextFrame", [";"]);
  expect([currentKeys("playback.nextFrame"), keyOf("playback.nextFrame")]).toEqual([[";"], ";"]);
  expect(keymaps.value.viewer.get(";")?.id).toBe("playback.nextFrame");
  expect(keymaps.value.viewer.get("F")).toBeUndefined();
  resetKeys("playback.nextFrame");
  expect(currentKeys("playback.nextFrame")).toEqual(["Right", "F"]);
  expect(customKeys.value).toEqual({});
});

test("a key belongs to one command: who is given it takes it, and gives it back with reset", () => {
  expect(ownerOf("N", "playback.nextFrame")).toBe("track.create");
  // A command of the data pages, whose keys do not overlap with those of the viewer.
  expect(ownerOf("N", "list.open")).toBeUndefined();
  assignKeys("playback.nextFrame", ["Right", "N"]);
  expect(currentKeys("track.create")).toEqual([]);
  expect(keymaps.value.viewer.get("N")?.id).toBe("playback.nextFrame");
  resetKeys("track.create");
  expect(currentKeys("track.create")).toEqual(["N"]);
  expect(currentKeys("playback.nextFrame")).toEqual(["Right"]);
});

test("keys that tell their command something can be changed one by one", () => {
  const keys = [...editableKeys("type.giveRecent")];
  expect(keys).toHaveLength(9);
  keys[2] = "J";
  assignKeys("type.giveRecent", keys);
  expect(keymaps.value.viewer.get("J")).toEqual({ id: "type.giveRecent", args: { digit: 3 } });
  assignKeys("playback.nextFrame", ["Shift+4"]);
  expect(editableKeys("type.giveRecent")[3]).toBe("");
  expect(keymaps.value.viewer.get("Shift+5")).toEqual({ id: "type.giveRecent", args: { digit: 5 } });
});

test("whatever was stored, no key belongs to two commands: given ones win over default ones", () => {
  setCustomKeys({ "view.resetZoom": ["N"], "view.zoomIn": ["N", "Z"] });
  expect(keymaps.value.viewer.get("N")?.id).toBe("view.resetZoom");
  expect(currentKeys("view.zoomIn")).toEqual(["Z"]);
  expect(currentKeys("track.create")).toEqual([]);
  // Keys of every page overlap with those of the viewer.
  setCustomKeys({ "help.shortcuts": ["N"] });
  expect(currentKeys("track.create")).toEqual([]);
});

test("what is exported can be imported; anything else is refused", () => {
  assignKeys("playback.nextFrame", [";"]);
  const text = printKeys();
  setCustomKeys();
  expect(readKeys(text)).toEqual({ keys: { "playback.nextFrame": [";"] }, unknown: [] });
  expect(readKeys('{"version":1,"keys":{"old.command":["J"],"view.resetZoom":[]}}')).toEqual({
    keys: { "view.resetZoom": [] },
    unknown: ["old.command"],
  });
  const bad = ["", "[]", "7", "null", '{"keys":{}}', '{"version":2,"keys":{}}', '{"version":1,"keys":[]}'];
  const badKeys = ['{"a":"N"}', '{"a":[7]}', '{"a":["Escape"]}'].map((keys) => `{"version":1,"keys":${keys}}`);
  for (const wrong of [...bad, ...badKeys]) expect(readKeys(wrong), wrong).toBeUndefined();
  expect(readKeys('{"version":1,"keys":{"__proto__":["N"]}}')?.keys).toEqual({});
});

test("what was stored is kept whole, also for commands that are not there", () => {
  const stored = { "old.command": ["J"], "view.resetZoom": [";"] };
  setCustomKeys(readStoredKeys(JSON.stringify({ version: 1, keys: stored })));
  expect(JSON.parse(printKeys())).toEqual({ version: 1, keys: stored });
  expect(readStoredKeys("[]")).toEqual({});
});

test("keys of a command that was renamed are those of its new name", () => {
  const stored = JSON.stringify({ version: 1, keys: { "cameras.acceptProposal": [";"] } });
  setCustomKeys(readStoredKeys(stored));
  expect(currentKeys("suggestion.accept")).toEqual([";"]);
  expect(readKeys(stored)).toEqual({ keys: { "suggestion.accept": [";"] }, unknown: [] });
});
