import type { TranslatedArea } from "../catalog.ts";
import type { errors as english } from "../en/errors.ts";

export const errors = {
  missing: "Das gibt es nicht oder nicht mehr.",
  "login-failed": "Anmeldename oder Passwort ist falsch.",
  "account-disabled": "Dieses Konto ist gesperrt.",
  "code-required": "Dieses Konto braucht zusätzlich einen Einmalcode.",
  "code-wrong": "Der Einmalcode ist falsch oder wurde schon verwendet.",
  "cameras-unnamed": "Dieser Datensatz hat mehrere Kameras, aber seine Metadaten nennen sie nicht.",
  "upload-offset": "Auf dem Server liegt ein anderer Teil dieser Datei als angenommen. Starten Sie das Hochladen neu.",
  "too-many-requests": "Das waren zu viele Versuche. Warten Sie etwas und versuchen Sie es dann noch einmal.",
  "access-changed":
    "Inzwischen haben andere geändert, wer Zugriff hat. Öffnen Sie die Liste noch einmal, und ändern Sie sie dann.",
  "set-exists": "Ein Annotationsset heißt schon so. Wählen Sie einen anderen Namen, oder entfernen Sie es erst.",
  "task-incomplete": "Im gespeicherten Stand fehlen Attribute, oder Regeln sind verletzt, die die Aufgabe verlangt.",
  "storage-full": "Auf dem Server ist kein Speicherplatz mehr frei. Melden Sie das der Administration.",
  "storage-read-only": "Der Server kann im Moment nichts speichern. Melden Sie das der Administration.",
  "revision-gone":
    "Der Server wurde auf einen früheren Stand dieses Datensatzes zurückgesetzt. Nichts wurde gespeichert. Ihre ungespeicherten Änderungen bleiben auf diesem Gerät: Öffnen Sie den Datensatz neu, um sie auf dem jetzigen Stand des Servers zu haben.",
  busy: "Der Server ist mit anderen Änderungen an denselben Daten beschäftigt. Versuchen Sie es gleich noch einmal.",
  stopping: "Der Server wird gerade beendet. Versuchen Sie es gleich noch einmal.",
  "storage-gone": "Der Speicher des Servers antwortet im Moment nicht. Versuchen Sie es bald noch einmal.",
} as const satisfies TranslatedArea<typeof english>;
