/**
 * A page as a screen reader meets it, in order: role, name and state of landmarks, headings and controls, from the
 * accessibility tree of the browser.
 */
import type { Locator } from "@playwright/test";

const controls = new Set(
  "button link textbox searchbox checkbox radio switch slider spinbutton combobox tab menuitem option".split(" "),
);
/** Groups whose names say what their controls are for. */
const groups = new Set(["dialog", "region", "tablist", "toolbar"]);
const places = new Set(
  "banner navigation main complementary contentinfo region dialog heading toolbar tablist list table status".split(" "),
);

export interface SpokenStop {
  readonly role: string;
  readonly name: string;
  /** Such as "[checked]"; "" for none. */
  readonly states: string;
  readonly depth: number;
}

export async function spokenOrder(root: Locator): Promise<readonly SpokenStop[]> {
  const tree = await root.ariaSnapshot();
  const stops: SpokenStop[] = [];
  for (const line of tree.split("\n")) {
    const [, indent = "", role = "", quoted, states = ""] =
      /^( *)- '?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]+\])*)/.exec(line) ?? [];
    if (!controls.has(role) && !places.has(role)) continue;
    const name = quoted === undefined ? "" : withoutChance(quoted.slice(1, -1));
    stops.push({ role, name, states: states.trim(), depth: indent.length });
  }
  return stops;
}

/** Removes what differs from run to run: numbers of accounts, and times. */
function withoutChance(name: string): string {
  return name.replaceAll(/tester-\d+-\d+/g, "tester").replaceAll(/\d{1,2} [A-Z]\w+ \d{4}, \d\d:\d\d/g, "(time)");
}

/** One line per stop. */
export function toText(stops: readonly SpokenStop[]): string {
  const lines = stops.map(({ role, name, states }) => [role, `“${name}”`, states].join(" ").trimEnd());
  return `${lines.join("\n")}\n`;
}

/** Controls that a listener cannot distinguish from their neighbors, and groups of them without a name. */
export function unclearStops(stops: readonly SpokenStop[]): readonly string[] {
  return stops.flatMap((stop, at) => {
    const { role, name } = stop;
    if (name === "" && (controls.has(role) || groups.has(role)))
      return [`${role} without a name, after “${stops[at - 1]?.name ?? ""}”`];
    if (!controls.has(role)) return [];
    const before = stops[at - 1];
    return before?.role === role && before.name === name ? [`two of ${role} “${name}”`] : [];
  });
}
