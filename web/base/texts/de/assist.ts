/** Helfer, die beim Zeichnen auf die Bilder sehen. */
export const assist = {
  died: "Der Helfer ist zweimal abgebrochen. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  step: "Spuren verfolgt",
  stepBack: "Verfolgtes zurückgenommen",
  stepAccept: "Vorgeschlagene Box angenommen",
  learning: {
    one: "Lernt aus {count} Box: {percent} %. Escape hält an.",
    other: "Lernt aus {count} Boxen: {percent} %. Escape hält an.",
  },
  seeing: "{name} sieht Frame {frame} an. Escape hält an.",
  suggestWith: "Boxen mit {name} vorschlagen",
  looking: "Sucht weitere auf Frame {frame}. Escape hält an.",
  loadingModel: "Das Modell wird vorbereitet: {percent} %. Escape hält an.",
  suggested:
    "Vorschlag {at} von {all}: {type} {score}. {accept} nimmt an, {refuse} lehnt ab, {next} geht zum nächsten, Escape beendet.",
  stepSoft: "Weich bearbeitet",
  softDrag: {
    one: "Weich: klingt über {count} Frame auf jeder Seite aus. Das Mausrad ändert das, Escape bricht ab.",
    other: "Weich: klingt über {count} Frames auf jeder Seite aus. Das Mausrad ändert das, Escape bricht ab.",
  },
  softBoxes: "Weich bearbeiten lassen sich nur Boxen. Diese Änderung gilt nur auf diesem Frame.",
  forwards: "Spur {id} wird vorwärts verfolgt: Frame {frame}. Escape hält an.",
  backwards: "Spur {id} wird rückwärts verfolgt: Frame {frame}. Escape hält an.",
  forwardsSeveral: "{running} von {all} Spuren werden vorwärts verfolgt: Frame {frame}. Escape hält an.",
  backwardsSeveral: "{running} von {all} Spuren werden rückwärts verfolgt: Frame {frame}. Escape hält an.",
  shown: "Enter übernimmt diesen Umriss. Ein Klick fügt hinzu, mit Umschalt nimmt er weg, Escape verwirft.",
  awaited:
    "Drücken Sie auf eine Box, halten Sie die Taste und bleiben Sie auf dem Objekt: Das Video läuft, bis Sie loslassen. Escape bricht ab.",
  held: "Bleiben Sie mit dem Zeiger auf dem Objekt. Loslassen beendet, Escape hält an.",
  heldBefore: "Sucht das Objekt dort, wo Sie hingezeigt haben: Frame {frame}. Escape hält an.",
  search: "Sieht nach, wo das Objekt zwischen Keyframes ist: Frame {frame}. Escape hält an.",
} as const;
