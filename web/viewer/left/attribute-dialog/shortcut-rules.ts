/** Validates keys that assign values. */

import { buildKeymap, commands } from "../../../commands/registry.ts";
import { t } from "../../../base/texts/index.ts";
import { parseValue } from "../../../session/attributes/values.ts";
import type { Datatype } from "../../../session/attributes/definition.ts";
import type { AttributeShortcut } from "../../../session/display/settings.ts";

/** A shortcut of the attribute in the dialog. */
export interface ShortcutDraft {
  /** Identifies a shortcut while it is being edited. */
  readonly id: number;
  /** Empty until a key is pressed. */
  readonly key: string;
  readonly value: string;
}

const keymap = buildKeymap(["viewer", "shell"]);

/** Stored data may come from another version or program. */
export function isShortcut(value: unknown): value is AttributeShortcut {
  if (typeof value !== "object" || value === null) return false;
  const { key, attribute, value: given } = value as Partial<Record<keyof AttributeShortcut, unknown>>;
  return typeof key === "string" && typeof attribute === "string" && typeof given === "string";
}

/** Problems as sentences; empty when there are none. `others`: keys of the other attributes. */
export function shortcutProblems(
  drafts: readonly ShortcutDraft[],
  others: readonly AttributeShortcut[],
  datatype: Datatype,
): readonly (string | undefined)[] {
  return drafts.map(({ key, value }) => {
    const command = keymap.get(key);
    if (command !== undefined) return t("attributes.keyTaken", { key, label: t(commands[command.id].label) });
    const other = others.find((each) => each.key === key);
    if (other !== undefined) return t("attributes.keyTaken", { key, label: other.attribute });
    if (key !== "" && drafts.filter((each) => each.key === key).length > 1) return t("attributes.keyTwice", { key });
    return parseValue(datatype, value) === "invalid" ? t("attributes.notAValue") : undefined;
  });
}
