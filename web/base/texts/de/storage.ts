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
  editOf: "{name} bearbeiten",
  credentials: "Zugangsdaten",
  credentialsHint:
    "Nicht nötig. NAME steht für WAKELINE_S3_NAME_ACCESS_KEY_ID und WAKELINE_S3_NAME_SECRET_ACCESS_KEY auf dem Server. WAKELINE_MEDIA_ROOTS muss sie bei diesem Bucket nennen.",
  signs: "Browser lesen aus dem Bucket",
  signsHint: "Nur wo WAKELINE_MEDIA_ROOTS es erlaubt. Sonst sendet der Server die Dateien.",
  stays: "Datensätze dieser Medienquelle bleiben, wie sie sind.",
  moves:
    "Datensätze dieser Medienquelle suchen ihre Dateien dann hier, unter denselben Pfaden. Dateien, die hier gleich sind, werden wie vorher gezeigt. Datensätze nennen fehlende und geänderte Dateien und behalten ihre Annotationen.",
  tryChange: "Probelauf ohne Änderung",
  changed: "{name} wurde geändert",
  unchecked:
    "{name} wurde geändert, aber nicht mit den Datensätzen verglichen, weil kein Worker verbunden ist. Prüfen Sie sie, sobald einer verbunden ist.",
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
