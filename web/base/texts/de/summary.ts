/** Label summaries, and colors of types over datasets, in German. */
import type { TranslatedArea } from "../catalog.ts";
import type { summary as english } from "../en/summary.ts";

export const summary = {
  colorDiffers: "Datensätze zeigen diesen Typ in verschiedenen Farben",
  type: "Typ",
  datasets: "Anzahl der Datensätze",
  tracks: "Anzahl der Spuren",
  empty: "Es gibt noch keine Labels",
  emptyText:
    "Hier werden die Typen der Spuren in Ihren eigenen, in freigegebenen und in veröffentlichten Datensätzen gezählt.",
  more: "{count} weitere zeigen",
  frame: "Frame {frame}",
  openAt: "{name} bei Frame {frame} öffnen, dem ersten mit {type}",
  show: "Die Datensätze mit {type} zeigen",
  otherColor: "{name} zeigt {type} in einer anderen Farbe",
} as const satisfies TranslatedArea<typeof english>;
