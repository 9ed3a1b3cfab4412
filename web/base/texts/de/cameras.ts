import type { TranslatedArea } from "../catalogue.ts";
import type { cameras as english } from "../en/cameras.ts";

export const cameras = {
  select: "Kamera",
  camera: "Kamera {name}",
  tools: "Kamera-Werkzeuge",
  toolsHint:
    "Wählen Sie eine Spur aus, um zu sehen, auf welchen Kameras sie ist. Spuren mit derselben Nummer sind ein Objekt.",
  toolsOfTrack: "Kameras von Spur {id}",
  track: "Spur {id}",
  edit: "Auf Kamera {name} bearbeiten",
  draw: "Auf Kamera {name} zeichnen",
  link: "Mit einer Spur der Kamera {name} verknüpfen",
  unlink: "Auf Kamera {name} trennen: Dort wird daraus eine neue Spur",
  deleteOn: "Auf Kamera {name} löschen",
  deleteOnAll: "Auf allen Kameras löschen",
  deleteFrom: "Von den Kameras: {cameras}",
  goTo: "Zu Kamera {name}",
  absent: "nicht hier",
  span: "{begin}–{end}",
  linking: "Verknüpfen",
  length: "Länge {length} ± {uncertainty}",
  lengthFacts: "Entfernung {range}, Pixelfehler {rms}; in der Einheit der Kalibrierung",
  lengthHint: "Zeichnen Sie die Linie vom Kopf zum Ende auf beiden Kameras (3), um die Länge zu messen.",
  storeLength: "Länge speichern",
  linkingError: "Verknüpfen nicht möglich",
  linkingNow:
    "Wählen Sie auf Kamera {name} die Spur, die dasselbe Objekt wie Spur {id} ist, oder brechen Sie mit Esc ab.",
  cancelLinking: "Abbrechen",
  noPicture: "Diese Kamera hat von diesem Zeitpunkt kein Bild.",
} as const satisfies TranslatedArea<typeof english>;
