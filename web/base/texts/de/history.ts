import type { TranslatedArea } from "../catalogue.ts";
import type { history as english } from "../en/history.ts";

export const history = {
  revisions: "Revisionen",
  revisionList: "Revisionen, die neuesten zuerst",
  revisionPast:
    "Sie sehen Revision {revision}. Frühere Revisionen können nicht bearbeitet werden: Kehren Sie zur neuesten zurück oder klonen Sie diese, um damit zu arbeiten.",
  revisionNewest: "Zurück zur neuesten Revision",
  revisionClone: "Diese Revision klonen",
  restore: "Diese Revision wiederherstellen",
  restoreTitle: "Revision {revision} wiederherstellen?",
  restoreText:
    "Alle Sets des Datensatzes werden wieder so, wie sie in Revision {revision} waren. Das ist eine neue Revision: Die dazwischen bleiben erhalten.",
  revisionHint: "Wählen Sie eine Revision, um die Annotationen von damals zu sehen.",
  revisionsEmpty: "Noch keine Revisionen. Bei jedem Speichern entsteht eine.",
  revisionsFailed: "Die Revisionen können nicht gelesen werden",
  revisionOpen: "Revision {revision}: {description}",
  additions: { one: "{count} Ergänzung", other: "{count} Ergänzungen" },
  deletions: { one: "{count} Löschung", other: "{count} Löschungen" },
  loadMore: "Weitere laden",
  sets: "Annotationssets",
  setList: "Annotationssets dieses Datensatzes",
  setsHint:
    "Ein Set ist eine eigene Sammlung von Annotationen zu denselben Medien, zum Beispiel von einer anderen Person oder einem Tracker.",
  setCurrent: "Dieses Set wird gezeigt",
  setOpen: "Zum Set {name} wechseln",
  setCompareWith: "Mit dem Set {name} vergleichen",
  compare: "Vergleichen",
  compareHint: "Kreuzen Sie ein Set an, um seine Spuren neben denen des gezeigten zu sehen.",
  comparing:
    "Die Spuren von {compared} werden neben denen von {shown} gezeigt. Solange Sets verglichen werden, kann nichts bearbeitet werden.",
  comparingFirst: "Nur das erste der angekreuzten Sets wird gezeigt.",
  stopComparing: "Vergleich beenden",
  setsFailed: "Die Annotationssets können nicht gelesen werden",
  addSetTitle: "Neues Set",
  addSetName: "Name des neuen Sets",
  addSetHint: "Was gerade gezeigt wird, wird in das neue Set gespeichert, das dann geöffnet wird.",
  addSet: "Set hinzufügen",
  addSetReadOnly: "Jetzt kann nichts hinzugefügt werden: Der Datensatz ist im Lesemodus.",
  addSetFailed: "Das Set kann nicht hinzugefügt werden",
  setReserved: "Dieser Name ist reserviert",
  setEmpty: "Mindestens ein Zeichen ist nötig",
  setBadge: "Set {name}",
} as const satisfies TranslatedArea<typeof english>;
