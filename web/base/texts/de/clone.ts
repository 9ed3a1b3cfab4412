import type { TranslatedArea } from "../catalog.ts";
import type { clone as english } from "../en/clone.ts";

export const clone = {
  open: "Klonen",
  title: "Datensatz klonen",
  source: "Quelle",
  sourceRevision: "{name}, Revision {revision}",
  reference:
    "Die Quelle ist selbst ein Klon: Ihre Medien sind Verweise, und die des neuen Klons werden es auch sein. Sie gehören zum",
  mediaSource: "Quelldatensatz der Medien",
  defaultSet: "Ein Klon erhält die Annotationen des Standardsets.",
  name: "Name des Klons",
  nameRequired: "Ein Klon braucht einen Namen",
  defaultName: "Klon von {name}",
  defaultNameOfRevision: "Klon von {name}, Revision {revision}",
  destination: "Zielordner",
  destinationPath: "Pfad des Ziels",
  folders: "Ordner",
  top: "Alle Daten",
  ownSpace: "{login} (Ihr Ordner)",
  noFolders: "Hier sind keine Ordner.",
  firstOnly: "Nur die ersten {count} werden aufgeführt.",
  foldersFailed: "Die Ordner konnten nicht geladen werden",
  isMoved: "wird verschoben",
  isDataset: "Datensatz",
  noWriteAccess: "In diesen Ordner dürfen Sie nicht schreiben: Wählen Sie einen anderen.",
  privateHere:
    "Dieser Ordner ist öffentlich, der Klon wird aber privat: Seine Medien gehören zu einem Datensatz, den Sie nicht freigeben dürfen.",
  maybePrivateHere:
    "Dieser Ordner ist öffentlich. Der Klon wird privat, es sei denn, Sie dürfen den Datensatz freigeben, zu dem seine Medien gehören.",
  newFolder: "Neuer Ordner",
  newFolderName: "Name des neuen Ordners",
  into: "In {folder} klonen",
  choose: "Zielordner wählen …",
  unknown: "Es ist ein Fehler aufgetreten",
  failed: "Klonen fehlgeschlagen",
  sourceFailed: "Der Datensatz konnte nicht geladen werden",
  dismiss: "Schließen",
  saveTitle: "Vor dem Klonen speichern?",
  saveText: {
    one: "{count} Änderung ist nicht gespeichert und wäre nicht im Klon.",
    other: "{count} Änderungen sind nicht gespeichert und wären nicht im Klon.",
  },
  saveFirst: "Speichern und klonen",
  withoutUnsaved: "Ohne sie klonen",
} as const satisfies TranslatedArea<typeof english>;
