import type { TranslatedArea } from "../catalog.ts";
import type { palette as english } from "../en/palette.ts";

export const palette = {
  open: "Befehlspalette",
  placeholder: "Befehl ausführen, zu einer Seite oder einem Frame springen",
  goToFrame: "Zu Frame {frame} gehen",
  panels: "Panels",
  "words.left": "Liste Seitenleiste",
  "words.bottom": "Zeitleiste Timeline Diagramm",
  "words.right": "Panel Kontext Einstellungen",
  on: "an",
  empty: "Kein passender Befehl",
} as const satisfies TranslatedArea<typeof english>;
