/** Helfer, die beim Zeichnen auf die Bilder sehen. */
export const assist = {
  died: "Der Helfer ist zweimal abgebrochen. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  step: "Eine Spur verfolgt",
  forwards: "Spur {id} wird vorwärts verfolgt: Bild {frame}. Escape hält an.",
  backwards: "Spur {id} wird rückwärts verfolgt: Bild {frame}. Escape hält an.",
  followed: { one: "Spur {id}: 1 Keyframe bis Bild {to}.", other: "Spur {id}: {count} Keyframes bis Bild {to}." },
  notFollowed: "Spur {id} wurde nicht weiter verfolgt.",
  endlost: "Dort ging das Objekt verloren. Korrigieren Sie die Box und machen Sie dann weiter.",
  endoutside: "Dort verlässt das Objekt das Bild.",
  endkeyframe: "Als Nächstes kommt ein gezeichneter Keyframe. Er bleibt, wie er ist.",
  endend: "Es gibt keine weiteren Bilder.",
  endstopped: "Dort haben Sie angehalten.",
  endedited: "Sie haben die Spur inzwischen geändert.",
  endfailed: "Das Verfolgen brach ab: {message}",
  shown: "Enter übernimmt diesen Umriss. Ein Klick fügt hinzu, mit Umschalt nimmt er weg, Escape verwirft.",
  goOn: "Weiter",
} as const;
