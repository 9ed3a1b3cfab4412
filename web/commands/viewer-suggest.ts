/** Suggested boxes: learning from existing ones, and accepting or rejecting each suggestion. */

import type { Editor } from "../editor/editor.ts";
import { viewerCommand, type CommandLabel, type Refusal } from "./command.ts";
import type { IconName } from "./icon-name.ts";
import { whenEditable } from "./viewer-rules.ts";

/** Refused unless there are suggestions to decide one by one. */
function whenSuggested(editor: Editor): Refusal | undefined {
  const { step } = editor.suggestions.offer.value ?? {};
  return whenEditable(editor) ?? (step === undefined ? "nothingProposed" : undefined);
}

function onSuggestion(label: CommandLabel, icon: IconName, key: string, act: (editor: Editor) => void) {
  return viewerCommand({
    label,
    group: "editingMode",
    icon,
    keywords: "commands.suggestWords",
    defaultKeys: [key],
    refusal: whenSuggested,
    run: act,
  });
}

export const viewerSuggestCommands = {
  "suggestion.start": viewerCommand({
    label: "commands.suggest",
    group: "editingMode",
    icon: "suggest",
    keywords: "commands.suggestWords",
    defaultKeys: ["Shift+S"],
    refusal: (editor) =>
      editor.suggesting.value === undefined
        ? (whenEditable(editor) ?? (editor.assistants === undefined ? "nothingSuggested" : undefined))
        : undefined,
    checked: ({ suggesting }) => suggesting.value !== undefined,
    async run(editor) {
      const running = editor.suggesting.peek();
      if (running !== undefined) return running.stop();
      const { suggestBoxes } = await import("../editor/edits/assist/suggest-boxes.ts");
      await suggestBoxes(editor);
    },
  }),
  "suggestion.withModel": viewerCommand({
    label: "commands.suggestWithModel",
    group: "editingMode",
    icon: "suggest",
    keywords: "commands.suggestWords",
    defaultKeys: ["Alt+S"],
    refusal: (editor) =>
      editor.suggesting.value === undefined
        ? (whenEditable(editor) ?? (editor.assistants === undefined ? "noModels" : undefined))
        : undefined,
    async run(editor) {
      const running = editor.suggesting.peek();
      if (running !== undefined) return running.stop();
      const { suggestWithModel } = await import("../editor/edits/assist/suggest-boxes.ts");
      await suggestWithModel(editor);
    },
  }),
  "segment.model": viewerCommand({
    label: "commands.segmentModel",
    group: "editingMode",
    icon: "segment",
    keywords: "commands.segmentWords",
    defaultKeys: ["Alt+Shift+S"],
    refusal: (editor) => whenEditable(editor) ?? (editor.assistants === undefined ? "noSegmenters" : undefined),
    async run(editor) {
      const { chooseSegmenter } = await import("../editor/edits/assist/segment-model.ts");
      await chooseSegmenter(editor);
    },
  }),
  "text.read": viewerCommand({
    label: "commands.readText",
    group: "editingMode",
    icon: "readText",
    keywords: "commands.readTextWords",
    defaultKeys: ["Alt+T"],
    refusal: (editor) =>
      editor.suggesting.value === undefined
        ? (whenEditable(editor) ?? (editor.assistants === undefined ? "noReaders" : undefined))
        : undefined,
    async run(editor) {
      const running = editor.suggesting.peek();
      if (running !== undefined) return running.stop();
      const { readText } = await import("../editor/edits/assist/read-text.ts");
      await readText(editor);
    },
  }),
  "suggestion.next": onSuggestion("commands.nextSuggestion", "chevronRight", "Z", ({ suggestions }) =>
    suggestions.step(1),
  ),
  "suggestion.previous": onSuggestion("commands.previousSuggestion", "chevronLeft", "Shift+Z", ({ suggestions }) =>
    suggestions.step(-1),
  ),
  "suggestion.refuse": onSuggestion("commands.refuseSuggestion", "x", "Shift+X", ({ suggestions }) =>
    suggestions.refuseOne(),
  ),
};
