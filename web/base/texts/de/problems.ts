import type { TranslatedArea } from "../catalogue.ts";
import type { problems as english } from "../en/problems.ts";

export const problems = {
  title: "Probleme",
  running: "Wird geprüft",
  checked: { one: "{count} Spur wurde geprüft.", other: "{count} Spuren wurden geprüft." },
  none: "Nichts gefunden, was kaum so gemeint sein kann.",
  failed: "Die Prüfung wurde nicht beendet",
  unloaded: "Was prüft, konnte nicht geladen werden.",
  readOnly: "Jetzt kann nichts behoben werden: Der Datensatz ist im Lesemodus.",
  fix: "{place} beheben",
  fixAll: "Alle beheben",
  fixAllOf: "Alle beheben: {rule}",
  more: { one: "{count} weiteres", other: "{count} weitere" },
  "rule.box-inverted": "Umgekehrte Boxen",
  "rule.box-empty": "Leere Boxen",
  "rule.confidence-out-of-range": "Konfidenzen außerhalb von 0 bis 1",
  "rule.type-missing": "Spuren ohne Typ",
  "rule.frame-behind-last": "Hinter dem letzten Frame",
  "rule.box-outside": "Außerhalb des Bilds",
  "rule.box-duplicate": "Doppelte Boxen",
  "rule.track-jump": "Sprünge",
  "rule.track-gap": "Lücken",
  "rule.tracks-overlap": "Überlappende Spuren desselben Typs",
  "rule.track-single-frame": "Spuren auf nur einem Frame",
  "rule.type-unlisted": "Typen, die nicht in der Liste sind",
  "rule.attribute-outside": "Nicht erlaubte Attributwerte",
} as const satisfies TranslatedArea<typeof english>;
