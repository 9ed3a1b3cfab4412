import type { TranslatedArea } from "../catalog.ts";
import type { working as english } from "../en/working.ts";

export const working = {
  learning: {
    one: "Lernt aus {count} Box: {percent} %. Escape hält an.",
    other: "Lernt aus {count} Boxen: {percent} %. Escape hält an.",
  },
  loadingModel: "Das Modell wird vorbereitet: {percent} %. Escape hält an.",
  seeing: "{name} sieht Frame {frame} an. Escape hält an.",
  reading: "Liest Text auf Frame {frame}: {percent} %. Escape hält an.",
  looking: "Sucht weitere auf Frame {frame}. Escape hält an.",
  suggested:
    "Vorschlag {at} von {all}: {type} {score}. {accept} nimmt an, {refuse} lehnt ab, {next} geht zum nächsten, Escape beendet.",
  forwards: "Spur {id} wird vorwärts verfolgt: Frame {frame}. Escape hält an.",
  backwards: "Spur {id} wird rückwärts verfolgt: Frame {frame}. Escape hält an.",
  forwardsSeveral: "{running} von {all} Spuren werden vorwärts verfolgt: Frame {frame}. Escape hält an.",
  backwardsSeveral: "{running} von {all} Spuren werden rückwärts verfolgt: Frame {frame}. Escape hält an.",
  awaitingPress:
    "Drücken Sie auf eine Box, halten Sie die Taste und bleiben Sie auf dem Objekt: Das Video läuft, bis Sie loslassen. Escape bricht ab.",
  held: "Bleiben Sie mit dem Zeiger auf dem Objekt. Loslassen beendet, Escape hält an.",
  released: "Sucht das Objekt dort, wo Sie hingezeigt haben: Frame {frame}. Escape hält an.",
  searching: "Sieht nach, wo das Objekt zwischen Keyframes ist: Frame {frame}. Escape hält an.",
} as const satisfies TranslatedArea<typeof english>;
