import type { TranslatedArea } from "../catalog.ts";
import type { picture as english } from "../en/picture.ts";

export const picture = {
  enhancements: "Bildanpassungen",
  enhancementsModified: "Bildanpassungen (geändert)",
  brightness: "Helligkeit",
  contrast: "Kontrast",
  saturation: "Sättigung",
  sharpen: "Schärfe",
  reset: "Zurücksetzen",
  enhancementsHint:
    "Nur wie das Bild gezeigt wird. Für alle beim Datensatz gespeichert; wer nicht schreiben darf, sieht es nur auf dieser Seite.",
  lockedCamera: "Gebundene Ansicht",
  lockCamera: "Der ausgewählten Spur folgen",
  lockCameraHint: "Die Ansicht geht dorthin, wo die ausgewählte Spur ist.",
  transition: "Übergang",
  milliseconds: "{value} ms",
  multiplyBounds: "Umgebung der Box",
  visibility: "Sichtbarkeit",
  tailLength: "Schleppen der Spuren",
  framesBefore: "Frames davor",
  framesAfter: "Frames danach",
} as const satisfies TranslatedArea<typeof english>;
