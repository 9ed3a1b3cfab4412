import { expect, test } from "vitest";
import { keysOf, type List } from "./command.ts";
import { keyReadings } from "./keys.ts";
import { commandGroups } from "./groups.ts";
import { printKeyboardReference } from "./keyboard-reference.ts";
import { findCommand, pressKey } from "./press-key.ts";
import { buildKeymap, commandIds, commands, overlappingScopes, refusalOf, runCommand } from "./registry.ts";

test("no two commands that are there together want the same key", () => {
  for (const scopes of overlappingScopes) expect(buildKeymap(scopes).size).toBeGreaterThan(10);
  const planted = { ...commands, "planted.one": { scope: "shell", defaultKeys: ["N"] } } as const;
  expect(() => buildKeymap(["viewer", "shell"], planted)).toThrow("N belongs to both track.create and planted.one.");
});

test("keys are written as presses are read, and every command is in a group that is shown", () => {
  for (const id of commandIds) {
    expect(commandGroups, id).toContain(commands[id].group);
    for (const key of keysOf(commands[id])) expect(readBack(key), `${id}: ${key}`).toContain(key);
  }
});

/** The readings of these keys pressed on a US keyboard. */
function readBack(keys: string): readonly string[] {
  const parts = keys.split(/\+(?!$)/);
  const key = parts.at(-1) ?? "";
  const typed: Readonly<Record<string, string>> = { Space: " ", Left: "ArrowLeft", Right: "ArrowRight" };
  const more: Readonly<Record<string, string>> = { Up: "ArrowUp", Down: "ArrowDown" };
  return keyReadings({
    key: typed[key] ?? more[key] ?? key,
    code: /^\d$/.test(key) ? `Digit${key}` : "",
    ctrl: parts.includes("Ctrl"),
    alt: parts.includes("Alt"),
    shift: parts.includes("Shift"),
  });
}

test("the reference names every key", () => {
  const reference = printKeyboardReference();
  for (const id of commandIds) {
    if (keysOf(commands[id]).length > 0) expect(reference).toContain(`\`${id}\``);
  }
  expect(reference).toContain("| `Left` or `D` | Previous frame |");
});

/** A list of rows named a, b, c ... that records its calls. */
function createList(rowCount: number, canMark = true) {
  const calls: string[] = [];
  let row = 0;
  const list: List = {
    rowCount,
    get row() {
      return row;
    },
    canMark,
    markedCount: 0,
    goToRow(to, extend) {
      row = to;
      calls.push(`${extend ? "extend" : "go"} ${to}`);
    },
    toggleMark: () => void calls.push("mark"),
    markAll: () => void calls.push("all"),
    clearMarks: () => void calls.push("clear"),
    refusalOf: (action) => (action === "launch" ? "noDataset" : undefined),
    act: (action) => void calls.push(action),
    deleteRefusal: undefined,
    deleteMarked: () => void calls.push("delete"),
    refuse: (reason) => void calls.push(`refused: ${reason}`),
  };
  return { list, calls };
}

const calm = { isTyping: false, isDialogVisible: false };

test("a list goes to its ends and no further, extends and marks", () => {
  const { list, calls } = createList(3);
  const press = (key: string, shift = false) =>
    pressKey({ list }, { key, code: "", ctrl: false, alt: false, shift }, calm);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Home", "End"]) press(key);
  press("ArrowUp", true);
  press(" ");
  press("Enter");
  expect(calls).toEqual(["go 1", "go 2", "go 2", "go 0", "go 2", "extend 1", "mark", "open"]);
});

test("what a list cannot do is refused with its reason", () => {
  const { list, calls } = createList(3);
  void runCommand(list, "list.launch");
  void runCommand(list, "list.clearMarks");
  void runCommand(list, "list.import");
  expect(calls).toEqual(["refused: noDataset", "refused: nothingMarked", "import"]);
  expect(refusalOf(createList(0).list, "list.open")).toBe("noRow");
  expect(refusalOf(createList(3, false).list, "list.markAll")).toBe("noMarking");
});

test("a key that no command has is left to the browser", () => {
  const { list } = createList(3);
  const input = { key: "ArrowLeft", code: "ArrowLeft", ctrl: false, alt: true, shift: false };
  expect(pressKey({ list }, input, calm)).toBe(false);
  expect(pressKey({}, { ...input, key: "ArrowDown", alt: false }, calm)).toBe(false);
  expect(pressKey({ list }, { ...input, key: "ArrowDown", alt: false }, { ...calm, isDialogVisible: true })).toBe(
    false,
  );
});

test("undo works from a field into which nothing was typed since it was given, and else is the field's own; saving works from any", () => {
  const found = (key: string, isUntouched: boolean) =>
    findCommand({ viewer: {} as never }, ctrl(key), { ...calm, isTyping: true, isUntouched })?.id;
  expect(["z", "y", "s"].map((key) => found(key, true))).toEqual(["edit.undo", "edit.redo", "dataset.save"]);
  expect(["z", "y", "s"].map((key) => found(key, false))).toEqual([undefined, undefined, "dataset.save"]);
});

function ctrl(key: string) {
  return { key, code: "", ctrl: true, alt: false, shift: false };
}
