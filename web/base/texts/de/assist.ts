/** Helfer, die beim Zeichnen auf die Bilder sehen. */
export const assist = {
  died: "Der Helfer ist zweimal abgebrochen. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  step: "Spuren verfolgt",
  stepBack: "Verfolgtes zurückgenommen",
  stepRead: "Text gelesen",
  stepAccept: "Vorgeschlagene Box angenommen",
  suggestWith: "Boxen mit {name} vorschlagen",
  stepSoft: "Weich bearbeitet",
  softDrag: {
    one: "Weich: klingt über {count} Frame auf jeder Seite aus. Das Mausrad ändert das, Escape bricht ab.",
    other: "Weich: klingt über {count} Frames auf jeder Seite aus. Das Mausrad ändert das, Escape bricht ab.",
  },
  softBoxes: "Weich bearbeiten lassen sich nur Boxen. Diese Änderung gilt nur auf diesem Frame.",
  shown: "Enter übernimmt diesen Umriss. Ein Klick fügt hinzu, mit Umschalt nimmt er weg, Escape verwirft.",
} as const;
