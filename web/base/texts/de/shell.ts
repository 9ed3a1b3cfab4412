import type { TranslatedArea } from "../catalog.ts";
import type { shell as english } from "../en/shell.ts";

export const shell = {
  data: "Daten",
  jobs: "Jobs",
  models: "Modelle",
  scoring: "Bewertung",
  admin: "Admin",
  logout: "Abmelden",
  userGuide: "Handbuch",
  guideMore: "Mehr erfahren",
  skipToContent: "Zum Inhalt springen",
  mainNavigation: "Hauptnavigation",
  furtherPages: "Weitere Seiten",
  home: "{brand}: Startseite",
  lightTheme: "Helles Design",
  darkTheme: "Dunkles Design",
  signedInAs: "Angemeldet als {name}",
  userMenu: "Konto von {name}",
  account: "Konto",
  runningJobs: { one: "{count} Job läuft", other: "{count} Jobs laufen" },
  "search.label": "Benutzer, Ordner und Datensätze suchen",
  "search.placeholder": "Benutzer, Ordner und Datensätze suchen",
  "search.by.type": "Typ: {text}",
  "search.by.label": "Label: {text}",
  "search.by.metadata": "{text}",
  "search.empty": "Nichts gefunden zu „{query}“",
  "keys.title": "Tastenkürzel",
  "boot.unreachable": "Der Server ist nicht erreichbar",
  "boot.unreachableText":
    "Keine Antwort von {address}. Prüfen Sie, ob der Server läuft und dieser Rechner mit dem Netz verbunden ist.",
  "boot.retryIn": {
    one: "Nächster Versuch in {count} Sekunde.",
    other: "Nächster Versuch in {count} Sekunden.",
  },
  "boot.retryNow": "Jetzt versuchen",
  "boot.failed": "Die Anwendung kann nicht gestartet werden",
  "preferences.notKept": "Ihre Wahl gilt nur in diesem Browser",
  "connection.lost": "Verbindung zum Server unterbrochen",
  "connection.lostText":
    "Was Sie sehen, ist vielleicht nicht mehr aktuell. Die Verbindung wird automatisch wiederhergestellt.",
  "connection.back": "Wieder verbunden",
  "mention.text": "{login} hat Sie in {name} erwähnt: {text}",
  "mention.open": "Kommentar anzeigen",
  "notFound.title": "Diese Seite gibt es nicht",
  "notFound.text": "Vielleicht enthält die Adresse einen Tippfehler, oder das Ziel wurde verschoben oder gelöscht.",
  "notFound.action": "Zu Ihren Daten",
  "crash.title": "Auf dieser Seite ist ein Fehler aufgetreten",
  "crash.text":
    "Gespeichertes ist nicht verloren. Laden Sie die Seite neu. Tritt der Fehler wieder auf, schicken Sie diesen Text an die Administration:",
  "crash.reload": "Neu laden",
  "update.title": "Diese Seite wurde aktualisiert",
  "update.text":
    "Laden Sie die Seite neu, um mit der neuen Version weiterzuarbeiten. Nicht gespeicherte Annotationen bleiben erhalten.",
  "error.unreachable": "Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  "error.notLoaded":
    "Dieser Teil der Anwendung konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal; es ist nichts verloren.",
  "error.internal":
    "Auf dieser Seite ist ein Fehler aufgetreten; Ihre letzte Aktion wurde vielleicht nicht ausgeführt: {detail}",
  "error.unexpected": "Ein unerwarteter Fehler ist aufgetreten: {detail}",
} as const satisfies TranslatedArea<typeof english>;
