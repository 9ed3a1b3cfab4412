/** Feeds key presses to the commands while the viewer is shown. */

import { useEffect } from "react";
import { pressKey } from "../../editor/commands.ts";
import { belongsToFocus, isDialogVisible, toKeyInput } from "./dom-keys.ts";
import { useViewer } from "../viewer-context.ts";

export function useKeyboard(): void {
  const { editor } = useViewer();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const context = { isTyping: belongsToFocus(event), isDialogVisible: isDialogVisible() };
      // Saving and searching the page are not the browser's while the viewer is open, not even from a text field.
      if (pressKey(editor, toKeyInput(event), context)) event.preventDefault();
      else if (event.ctrlKey && event.key.toLowerCase() === "s") event.preventDefault();
    }
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [editor]);
}
