import { expect, test } from "vitest";
import { keyText, type KeyInput } from "./keys.ts";

function press(key: string, modifiers: Partial<KeyInput> = {}): string | undefined {
  return keyText({ key, ctrl: false, alt: false, shift: false, ...modifiers });
}

test("keys read as people write them", () => {
  expect(press(" ")).toBe("Space");
  expect(press("d")).toBe("D");
  expect(press("ArrowLeft", { shift: true })).toBe("Shift+Left");
  expect(press("Z", { ctrl: true, shift: true })).toBe("Ctrl+Shift+Z");
  expect(press("?", { shift: true })).toBe("?");
  expect(press("1")).toBe("1");
  expect(press("Backspace")).toBe("Delete");
  expect(press("Control", { ctrl: true })).toBeUndefined();
});
