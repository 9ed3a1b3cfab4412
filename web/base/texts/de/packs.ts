import type { TranslatedArea } from "../catalogue.ts";
import type { packs as english } from "../en/packs.ts";

export const packs = {
  chooseDetector: "Boxen mit einem Modell vorschlagen",
  chooseSegmenter: "Modell zum Ausschneiden",
  useDetector: "Vorschlagen",
  useDetectorNamed: "Boxen mit {name} vorschlagen",
  useSegmenter: "Verwenden",
  useSegmenterNamed: "Mit {name} ausschneiden",
  builtin: "Nach Farbe",
  builtinText: "Erkennt das Objekt an seinen Farben, ohne Modell. Dafür wird nichts geladen.",
  licence: "Lizenz: {licence}.",
  fetched: "Lädt einmal {size}.",
  fetchedRuntime: "Lädt einmal {size} und höchstens {runtime} für das Programm, das es ausführt.",
  kept: "Es ist bereit.",
  keptRuntime:
    "Es ist in diesem Browser. Das Programm, das es ausführt, wird geladen, wenn es fehlt: höchstens {runtime}.",
  runsOnProcessor: "Es läuft in diesem Browser auf dem Prozessor (WebAssembly, ein Thread).",
  runsOnGpu: "Es läuft in diesem Browser auf dem Grafikprozessor (WebGPU).",
  looksDetector: "Es sieht diesen Frame und die nächsten an. Die Bilder bleiben auf Ihrem Computer.",
  looksSegmenter:
    "Es sieht einen Frame einmal an, beim ersten Klick darin, und beantwortet dann jeden Klick. Die Bilder bleiben auf Ihrem Computer.",
  processor: "WebAssembly",
  gpu: "WebGPU",
  chipColors: "Umrisse nach Farbe",
  perFrame: "{time} je Frame",
  perClick: "{time} je Klick",
} as const satisfies TranslatedArea<typeof english>;
