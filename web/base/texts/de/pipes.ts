import type { TranslatedArea } from "../catalog.ts";
import type { pipes as english } from "../en/pipes.ts";

export const pipes = {
  add: "Zeichnet ein Polygon um das Objekt in jeder Box, die noch keines hat. Die Boxen bleiben, wie sie sind.",
  "add.tolerance": "Pixel, um die ein Polygon abweichen darf",
  "add.replace": "Auch wo es schon ein Polygon gibt",
  detect: "Findet, was sich vor einer feststehenden Kamera bewegt. Jedes Bild für sich: einzelne Detektionen.",
  track: "Findet, was sich vor einer feststehenden Kamera bewegt, und verfolgt jedes Objekt: je eine Spur.",
  "motion.type": "Typ dessen, was gefunden wird",
  "motion.area": "Kleinstes Objekt in Quadratpixeln",
  "motion.threshold": "Unterschied zum Hintergrund (höher findet weniger)",
  "motion.gap": "Pixel zwischen Teilen eines Objekts",
  "motion.shadows": "Schatten auslassen",
  "motion.history": "Bilder, aus denen der Hintergrund gelernt wird",
  hidden: "Frames, die ein Objekt verdeckt sein darf",
  least: "Frames, die eine Spur mindestens hat",
  follow:
    "Verfolgt die letzte Box jeder Spur nach ihrem Aussehen und hört auf, wo sie verloren geht. Vorhandene Boxen bleiben.",
  "follow.frames": "Frames, über die eine Box verfolgt wird",
  "follow.clearness": "Deutlichkeit, unter der eine Box verloren ist",
  nms: "Von einzelnen Detektionen, die einander überdecken, bleibt nur die mit der höchsten Konfidenz, und keine, die eine Spur überdeckt. Spuren bleiben.",
  "nms.overlap": "Überdeckung, ab der zwei als eine gelten",
  "nms.type": "Nur Detektionen desselben Typs vergleichen",
  link: "Verbindet Detektionen auf einzelnen Frames zu Spuren, danach, wo sie sind und wie sie sich bewegen. Spuren bleiben, wie sie sind.",
  "link.overlap": "Überdeckung von Frame zu Frame",
  "link.begin": "Konfidenz, ab der eine Spur beginnt",
  "link.type": "Nur Detektionen desselben Typs verbinden",
  thin: "Lässt Keyframes weg, die sich durch Interpolation zwischen anderen innerhalb einer Toleranz ergeben.",
  "thin.tolerance": "Pixel, um die sich eine Seite verschieben darf",
  measure: "Misst die Linien vom Kopf zum Ende, die eine Spur auf beiden Kameras hat, in der Einheit der Kalibrierung.",
  "measure.rms": "Pixel, um die eine Linie von ihrem Gegenstück abweichen darf",
} as const satisfies TranslatedArea<typeof english>;
