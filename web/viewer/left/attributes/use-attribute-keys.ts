/**
 * Shortcut keys that assign attribute values, from the client settings. A key that belongs to a command stays with the
 * command.
 */

import { useEffect } from "react";
import { keyReadings } from "../../../commands/keys.ts";
import { parseValue } from "../../../session/attributes/values.ts";
import { isFreeKey, toKeyInput } from "../../../ui/commands/keyboard.ts";
import { isShortcut } from "../attribute-dialog/shortcut-rules.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import { setTargetValue } from "./use-attribute-targets.ts";

export function useAttributeKeys(): void {
  const viewer = useViewer();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (isFreeKey(event) && pressAttributeKey(viewer, keyReadings(toKeyInput(event)))) event.preventDefault();
    }
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [viewer]);
}

/** Whether the key is bound. In read-only mode, or with nothing selected, it reports why and assigns nothing. */
function pressAttributeKey(viewer: OpenViewer, readings: readonly string[]): boolean {
  const { editor, workspace } = viewer;
  const { shortcuts } = workspace.settings.settings.peek().attributeSettings;
  const shortcut = shortcuts.filter(isShortcut).find(({ key }) => readings.includes(key));
  const definitions = workspace.configuration.values.peek().attributes;
  const definition =
    shortcut && Object.hasOwn(definitions, shortcut.attribute) ? definitions[shortcut.attribute] : undefined;
  if (shortcut === undefined || definition === undefined) return false;
  const value = parseValue(definition.datatype, shortcut.value);
  if (value === "invalid") return false;
  const ids = [...workspace.selection.peek().tracks];
  if (ids.length === 0) editor.refuse("nothingSelected");
  else setTargetValue(viewer, definition, { ids, frame: editor.frame }, value);
  return true;
}
