/** The panel with what is known of the dataset. */
export const datasetInfo = {
  title: "Über den Datensatz",
  media: "Medien",
  name: "Name",
  frames: "Bilder",
  rate: "Bilder je Sekunde",
  size: "Größe",
  facts: "Angaben",
  ofFrame: "Bild {frame}",
  noMetadata: "Es ist keine Datei mit Angaben zu den Bildern angehängt.",
  nothingOfFrame: "Die Datei mit Angaben zu den Bildern sagt nichts über Bild {frame}.",
  unreadable: "{name} lässt sich nicht als Angaben zu Bildern lesen.",
} as const;
