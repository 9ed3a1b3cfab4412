import type { TranslatedArea } from "../catalog.ts";
import type { keys as english } from "../en/keys.ts";

export const keys = {
  title: "Tastenkürzel ändern",
  open: "Kürzel ändern",
  search: "Nach Namen oder Taste suchen",
  nothingFound: "Kein Befehl hat diesen Namen oder diese Taste.",
  press: "Taste drücken",
  none: "keine",
  add: "Taste hinzufügen",
  addTo: "Taste hinzufügen: {name}",
  change: "Klicken und dann eine andere Taste drücken",
  remove: "Taste {key} entfernen: {name}",
  reset: "Standardtasten",
  resetOf: "Standardtasten: {name}",
  resetAll: "Alle zurücksetzen",
  cvatText: "An CVAT gewöhnt? Ihre eigenen Tasten werden ersetzt; mit „Alle zurücksetzen“ kommen die üblichen wieder.",
  cvat: "Tasten von CVAT verwenden",
  export: "Exportieren",
  import: "Importieren",
  conflict: "{key} gehört zu „{name}“.",
  take: "Hier verwenden",
  notKeys: "{name} enthält keine Tastenkürzel. Wählen Sie eine Datei, die mit „Exportieren“ erstellt wurde.",
  unknownCommands: "Die Tasten wurden importiert. Diese Befehle sind hier nicht bekannt: {names}.",
} as const satisfies TranslatedArea<typeof english>;
