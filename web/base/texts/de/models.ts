import type { TranslatedArea } from "../catalogue.ts";
import type { models as english } from "../en/models.ts";

export const models = {
  title: "Trainierte Modelle",
  "column.name": "Name",
  "column.owner": "Besitz",
  "column.folder": "Ordner",
  user: "Benutzer",
  system: "System",
  empty: "Sie haben noch kein trainiertes Modell",
  emptyText:
    "Ein Modell, das mit Datensätzen trainiert wurde, erscheint hier mit seinem Ordner und in den Menüs, mit denen Pipelines gestartet werden.",
  browse: "Öffnen",
  browseNamed: "Ordner von {name} öffnen",
  export: "Exportieren",
  exportNamed: "{name} exportieren",
  delete: "Löschen",
  deleteNamed: "{name} löschen",
  deleteTitle: "Modell löschen",
  deleteQuestion: "Möchten Sie dieses Modell wirklich löschen?",
  deleteName: "• {name}",
  deleted: "{name} wurde gelöscht",
  deleteFailed: "Das Modell konnte nicht gelöscht werden",
  deleteForbidden: "Sie dürfen mit den ausgewählten Objekten kein Training ausführen.",
  exportTitle: "Export von {name}",
} as const satisfies TranslatedArea<typeof english>;
