/** Saves before an action that uses the server's data. */

import { chooseDialog, type Choice } from "../../ui/dialogs/choose.tsx";
import { t } from "../../base/texts/index.ts";
import type { Saver } from "../../session/saving/saver.ts";

interface SaveFirstOptions {
  readonly title: string;
  /** Label of the button that saves. */
  readonly save: string;
  text(unsaved: number): string;
  /** Label of the button that continues without saving; no button if missing. */
  readonly without?: string;
}

/**
 * Whether to continue: everything is saved, or the user continues without saving. A failed save reports why itself.
 */
export async function saveFirst(saver: Saver, save: () => Promise<void>, options: SaveFirstOptions): Promise<boolean> {
  const unsaved = saver.dirtyCount.peek();
  if (unsaved === 0) return true;
  const { title, text, without } = options;
  const choices: Choice<"cancel" | "without" | "save">[] = [{ value: "cancel", label: t("common.cancel") }];
  if (without !== undefined) choices.push({ value: "without", label: without });
  choices.push({ value: "save", label: options.save, weight: "main" });
  const choice = await chooseDialog({ title, text: text(unsaved), choices });
  if (choice === "without") return true;
  if (choice !== "save") return false;
  await save().catch(() => undefined);
  return saver.dirtyCount.peek() === 0;
}
