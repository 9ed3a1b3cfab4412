import type { TranslatedArea } from "../catalogue.ts";
import type { frameLabels as english } from "../en/frame-labels.ts";

export const frameLabels = {
  title: "Frame-Labels",
  labels: "Labels",
  hint: "Ein Label sagt, was auf einer Reihe von Frames geschieht, ohne Box. Seine Taste beginnt es auf dem gezeigten Frame und beendet es dort wieder.",
  empty: "Noch keine Labels. Geben Sie hier dem ersten einen Namen; es bekommt eine eigene Taste.",
  name: "Neues Label",
  add: "Hinzufügen",
  full: "Alle neun Tasten sind vergeben. Nehmen Sie eine weg, um ein weiteres Label hinzuzufügen.",
  taken: "Ein Label dieses Namens gibt es schon.",
  begin: "{name} beginnen",
  end: "{name} beenden",
  beginShort: "Beginnen",
  endShort: "Beenden",
  openSince: "seit Frame {frame}",
  noKey: "keine Taste",
  edit: "{name} bearbeiten",
  giveKey: "{name} eine Taste geben",
  removeKey: "{name} die Taste wegnehmen. Seine Intervalle bleiben.",
  intervals: "Intervalle von {name}",
  first: "Erster Frame von {name}",
  last: "Letzter Frame von {name}",
  goTo: "Zu Frame {frame}",
  remove: "Dieses Intervall löschen",
  count: { one: "{count} Intervall", other: "{count} Intervalle" },
  timeline: "Labels",
  timelineLabel:
    "Eine Zeile für jedes Frame-Label mit einem Balken für jedes Intervall. Ziehen Sie die Enden eines Balkens, oder klicken Sie, um zu einem Frame zu gehen. Das Panel Frame-Labels hat dasselbe als Felder.",
  readout: "{name} · Frames {begin} – {end}",
  shown: "Labels dieses Frames",
} as const satisfies TranslatedArea<typeof english>;
