import type { TranslatedArea } from "../catalog.ts";
import type { trash as english } from "../en/trash.ts";

export const trash = {
  empty: "Der Papierkorb ist leer",
  emptyText: "Gelöschte Datensätze, Ordner und Dateien bleiben 30 Tage hier. So lange können Sie sie wiederherstellen.",
  list: "Gelöschte Ordner, Datensätze und Dateien",
  andMore: "{name} und {count} weitere",
  "column.place": "War in",
  "column.deleted": "Gelöscht",
  "column.by": "Von",
  "column.ends": "Bleibt bis",
  placeGone: "einem Ordner, den es nicht mehr gibt",
  restore: "Wiederherstellen",
  restoreNamed: "{name} wiederherstellen",
  restored: { one: "„{name}“ ist wieder da.", other: "{count} Objekte sind wieder da." },
  restoredElsewhere: "Den Ordner, in dem „{name}“ war, gibt es nicht mehr; jetzt liegt es an einem anderen Ort.",
  open: "Anzeigen",
  delete: "Endgültig löschen",
  deleteNamed: "{name} endgültig löschen",
  deleteQuestion: "„{name}“ mit allem darin endgültig löschen?",
} as const satisfies TranslatedArea<typeof english>;
