import type { TranslatedArea } from "../catalog.ts";
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
    "Wählen Sie Datensätze mit Annotationen und dann „Training ausführen“. Das Modell erscheint hier und in den Menüs, mit denen Pipelines gestartet werden.",
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
  deleteForbidden:
    "Sie dürfen dieses Modell nicht löschen. Wenden Sie sich an seinen Besitzer oder die Administration.",
  details: "Details",
  detailsOf: "Details von {name}",
  notRecorded:
    "Wie dieses Modell entstanden ist, wurde nicht festgehalten: Es wurde früher trainiert oder kommt von anderswo. Sehen Sie im Protokoll seines Jobs nach.",
  trainedOn: "Trainiert mit",
  revision: "Revision {revision}",
  moreDatasets: { one: "und {count} weiterer Datensatz", other: "und {count} weitere Datensätze" },
  trainedAt: "Trainiert am",
  trainedBy: "Trainiert von",
  configuration: "Konfiguration",
  averagePrecision: "Mittlere Präzision",
  onPictures: {
    one: "{value} bei {count} Bild, von dem nichts gelernt wurde",
    other: "{value} bei {count} Bildern, von denen nichts gelernt wurde",
  },
  loss: "Verlust",
  quality: "Ergebnis",
  qualityUnknown: "Der Trainer hat keine Ergebnisse gemeldet.",
  exportStarted: "Der Job schreibt das Modell als ONNX in Ihren Ordner „{folder}“. Der Link am Job führt dorthin.",
  exportTitle: "Export von {name}",
} as const satisfies TranslatedArea<typeof english>;
