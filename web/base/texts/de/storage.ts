/** Where files are stored, for administrators. */
export const storage = {
  intro:
    "Dateien, die schon auf dem Server oder in einem Bucket liegen, müssen nicht hochgeladen werden. Fügen Sie eine Medienquelle hinzu und importieren Sie sie: Wakeline macht aus den Videos und Bildern Datensätze, wo sie sind, und ändert sie nie.",
  add: "Medienquelle hinzufügen",
  "column.place": "Ort",
  "column.use": "Verwendet für",
  "column.free": "Freier Platz",
  uploads: "Uploads",
  inPlace: "Medien am Ort",
  "direct.blocked":
    "Ein Browser konnte diesen Speicher nicht direkt lesen ({at}). Erlauben Sie die Adresse dieser Site in den CORS-Regeln des Buckets und prüfen Sie, ob Browser ihn erreichen. Bis dahin sendet der Server die Dateien.",
  "direct.refused":
    "Dieser Speicher hat eine vom Server signierte Adresse abgelehnt ({at}). Prüfen Sie die Zugangsdaten und die Uhr des Servers. Bis dahin sendet der Server die Dateien.",
  "direct.changed":
    "Eine Datei hat sich hier seit dem Import geändert ({at}). Importieren Sie die Medienquelle noch einmal.",
  unknown: "Unbekannt",
  freeOf: "{free} von {total}",
  importFrom: "Importieren",
  importOf: "{name} importieren",
  check: "Prüfen",
  checkOf: "{name} prüfen",
  checkHint:
    "Nennt die Dateien, die seit dem Import fehlen oder sich geändert haben, und zählt neue. Datensätze und Annotationen bleiben, wie sie sind; importieren Sie die Medienquelle noch einmal, um die Änderungen zu übernehmen.",
  remove: "{name} entfernen",
  removeTitle: "Medienquelle entfernen",
  removeQuestion: "{name} entfernen? Die Dateien bleiben, wo sie sind.",
  removed: "{name} wurde entfernt",
  location: "Ordner oder Bucket",
  locationHint:
    "Ein Pfad auf dem Server oder s3://BUCKET/PRÄFIX. Die Einstellung WAKELINE_MEDIA_ROOTS des Servers muss ihn erlauben.",
  name: "Name",
  nameHint: "Nicht nötig. Ohne Namen heißt sie wie ihr Pfad.",
  added: "{name} wurde hinzugefügt",
  path: "Ordner in der Medienquelle",
  pathHint: "Nicht nötig. Ohne Ordner wird alles importiert.",
  tryFirst: "Probelauf ohne Import",
  start: "Importieren",
  startInto: "In {folder} importieren",
  working: "Sie können dieses Fenster schließen. Der Job läuft weiter und steht auf der Seite „Jobs“.",
  again: "Zurück",
} as const;
