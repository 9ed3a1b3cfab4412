import { expect, test } from "vitest";
import { keyCaps, keyReadings, type KeyInput } from "./keys.ts";

function press(key: string, modifiers: Partial<KeyInput> = {}): readonly string[] {
  return keyReadings({ key, code: "", ctrl: false, alt: false, shift: false, ...modifiers });
}

test("keys read as people write them", () => {
  expect(press(" ", { code: "Space" })).toEqual(["Space"]);
  expect(press("d", { code: "KeyD" })).toEqual(["D"]);
  expect(press("ArrowLeft", { shift: true })).toEqual(["Shift+Left"]);
  expect(press("Z", { ctrl: true, shift: true, code: "KeyZ" })).toEqual(["Ctrl+Shift+Z"]);
  expect(press("?", { shift: true, code: "Slash" })).toEqual(["?"]);
  expect(press("+", { code: "NumpadAdd" })).toEqual(["+"]);
  expect(press("Backspace")).toEqual(["Delete"]);
  expect(press("Control", { ctrl: true })).toEqual([]);
});

test("digits are read by the physical key, whatever it types", () => {
  expect(press("1", { code: "Digit1" })).toEqual(["1"]);
  expect(press("!", { code: "Digit1", shift: true })[0], "US").toBe("Shift+1");
  expect(press("&", { code: "Digit1" })[0], "French").toBe("1");
  expect(press("1", { code: "Digit1", shift: true }), "French, shifted").toEqual(["Shift+1"]);
  expect(press("3", { code: "Numpad3" })).toEqual(["3"]);
  expect(press("End", { code: "Numpad1" }), "without Num Lock it is End").toEqual(["End"]);
});

test("a symbol above a digit can still be a shortcut", () => {
  expect(press("/", { code: "Digit7", shift: true }), "German").toEqual(["Shift+7", "/"]);
});

test("letters go by what is printed on them, or by place where that is not Latin", () => {
  expect(press("z", { code: "KeyY" }), "German").toEqual(["Z"]);
  expect(press("т", { code: "KeyN" })[0], "Russian").toBe("N");
  expect(press("Dead", { code: "KeyN", alt: true }), "a dead key").toEqual(["Alt+N"]);
});

test("caps are what keyboards print", () => {
  expect(keyCaps("Ctrl+Shift+Z", false)).toEqual(["Ctrl", "Shift", "Z"]);
  expect(keyCaps("Ctrl+K", true)).toEqual(["⌘", "K"]);
  expect(keyCaps("Alt+Left", false)).toEqual(["Alt", "←"]);
  expect(keyCaps("+", false)).toEqual(["+"]);
});
