import { afterEach, expect, test } from "vitest";
import { cvatKeys } from "./cvat-keys.ts";
import { currentKeys, customKeys, setCustomKeys } from "./keymap.ts";
import { commandIds, type CommandId } from "./registry.ts";

afterEach(() => setCustomKeys());

test("with the keys of CVAT each of its commands has all of them, and no other command is left without a key", () => {
  const withKeys = commandIds.filter((id) => currentKeys(id).length > 0);
  setCustomKeys(cvatKeys);
  expect(customKeys.value).toEqual(cvatKeys);
  const wanted = Object.entries(cvatKeys) as [CommandId, string[]][];
  expect(wanted.length).toBeGreaterThan(10);
  for (const [id, keys] of wanted) expect(currentKeys(id), id).toEqual(keys);
  expect(withKeys.filter((id) => currentKeys(id).length === 0)).toEqual([]);
  // Other commands keep all of their keys.
  const isGiven = (id: CommandId): boolean => Object.hasOwn(cvatKeys, id);
  const others = commandIds.filter((id) => !isGiven(id));
  const now = others.map((id) => [id, currentKeys(id)]);
  setCustomKeys();
  expect(now).toEqual(others.map((id) => [id, currentKeys(id)]));
});
