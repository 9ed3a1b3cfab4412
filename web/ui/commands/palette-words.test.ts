/** The palette finds each command by the words that users use for it, in each language. */

import { expect, test } from "vitest";
import { loadTexts, setLanguage, t } from "../../base/texts/index.ts";
import { commands, type CommandId } from "../../commands/known.ts";
import "../../commands/registry.ts";
import { hasWords } from "./palette-filter.ts";

const english: readonly (readonly [string, CommandId])[] = [
  ["settings", "go.account"],
  ["profile", "go.account"],
  ["api key", "go.account"],
  ["hotkeys", "help.shortcuts"],
  ["remap", "help.keys"],
  ["dark mode", "theme.toggle"],
  ["sign out", "session.end"],
  ["log out", "session.end"],
  ["my work", "go.work"],
  ["tasks", "go.work"],
  ["review", "go.review"],
  ["scoring", "go.scoring"],
  ["share", "list.access"],
  ["sharing", "list.access"],
  ["permissions", "list.access"],
  ["manual", "go.guide"],
  ["admin", "go.admin"],
  ["recycle bin", "go.trash"],
  ["jump", "playback.goToFrame"],
  ["box", "tool.rectangle"],
  ["bbox", "tool.rectangle"],
  ["brush", "tool.polygon"],
  ["mask", "tool.segment"],
  ["magic wand", "tool.segment"],
  ["measure", "tool.headTail"],
  ["class", "track.focusType"],
  ["label", "track.focusType"],
  ["erase", "track.delete"],
  ["tracker", "track.followForwards"],
  ["outside", "track.end"],
  ["download csv", "annotations.exportCsv"],
  ["fit", "view.resetZoom"],
  ["brightness", "picture.resetEnhancements"],
];
const german: readonly (readonly [string, CommandId])[] = [
  ["Einstellungen", "go.account"],
  ["Profil", "go.account"],
  ["Mülleimer", "go.trash"],
  ["Meine Arbeit", "go.work"],
  ["Review", "go.review"],
  ["Bewertung", "go.scoring"],
  ["teilen", "list.access"],
  ["Pinsel", "tool.polygon"],
  ["Zauberstab", "tool.segment"],
  ["Klasse", "track.focusType"],
  ["herunterladen", "annotations.exportJson"],
  ["einpassen", "view.resetZoom"],
];

function notFound(words: readonly (readonly [string, CommandId])[]): string[] {
  return words.flatMap(([query, id]) => {
    const { label, keywords } = commands[id];
    return hasWords(query, t(label), keywords === undefined ? "" : t(keywords)) ? [] : [`${query}: ${id}`];
  });
}

test("the palette finds commands by what people call them, in English and in German", async () => {
  await loadTexts("pages", "commands", "viewer");
  expect(notFound(english)).toEqual([]);
  await setLanguage("de");
  expect(notFound(german)).toEqual([]);
  await setLanguage("en");
});
