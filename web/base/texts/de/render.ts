import type { TranslatedArea } from "../catalog.ts";
import type { render as english } from "../en/render.ts";

/** The dialog that makes a video with the annotations drawn into it, and its result. */
export const render = {
  title: "Video von {name} mit Annotationen",
  about:
    "Ein Job zeichnet die Annotationen so ein, wie sie gespeichert sind, in den Stilen des Datensatzes und ab seinen Konfidenzschwellwerten. Die Datei kommt in Ihren Ordner „Rendered videos“.",
  revision: "Gezeichnet wird Revision {revision}, die Sie gerade ansehen, nicht die neueste.",
  unsaved: "Speichern Sie zuerst: Ungespeicherte Änderungen werden nicht eingezeichnet.",
  format: "Datei",
  "format.mp4": "MP4-Video",
  "format.webm": "WebM-Video",
  "format.zip": "Bilder (Zip)",
  labels: "Beschriftung",
  "labels.none": "Keine",
  "labels.types": "Typ",
  "labels.ids": "Spur und Typ",
  first: "Erster Frame",
  last: "Letzter Frame",
  all: "Alle",
  tails: "Schleppe jeder Spur (Frames)",
  boxes: "Boxen zeichnen",
  sound: "Ton behalten",
  start: "Video erstellen",
  failed: "Das Video konnte nicht erstellt werden",
  waiting: "Wartet auf einen Worker …",
  goesOn: "Sie können dieses Fenster schließen: Der Job läuft weiter, und sein Ergebnis steht auf der Seite der Jobs.",
  download: "{name} herunterladen",
} as const satisfies TranslatedArea<typeof english>;
