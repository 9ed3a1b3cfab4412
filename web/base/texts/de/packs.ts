import type { TranslatedArea } from "../catalog.ts";
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
  chooseReader: "Text mit einem Modell lesen",
  useReader: "Verwenden",
  useReaderNamed: "Text mit {name} lesen",
  looksReader: "Es sieht die Box auf den Frames an, die Sie wählen. Die Bilder bleiben auf Ihrem Computer.",
  readTitle: "Text lesen",
  readSays: "Auf Frame {frame} steht",
  readSaysHint:
    "Berichtigen Sie den Text, wenn er falsch ist. Andere Frames werden als Texte dieser Art gelesen: Zahlen ändern sich, der Rest bleibt.",
  readNothing:
    "In der Box wurde kein Text gefunden. Tippen Sie ein, was dort steht, damit andere Frames gelesen werden können.",
  readDoubtful: "Was auf Frame {frame} gelesen wurde, ist unsicher: Vergleichen Sie es mit dem Bild.",
  readAttribute: "Attribut",
  readAttributeHint: "Jeder Frame speichert seinen Text in diesem Attribut der Detektion.",
  readFrom: "Von Frame",
  readTo: "Bis Frame",
  readEvery: "Alle … Frames",
  readTime: { one: "{count} Frame dauert etwa {time}.", other: "{count} Frames dauern etwa {time}." },
  readRangeMissing: "Geben Sie einen ersten Frame, einen letzten, der nicht davor liegt, und eine Schrittweite an.",
  readOne: "Nur diesen Frame speichern",
  readAll: { one: "{count} Frame lesen", other: "{count} Frames lesen" },
  seconds: { one: "{count} Sekunde", other: "{count} Sekunden" },
  minutes: { one: "{count} Minute", other: "{count} Minuten" },
  readDone: {
    one: "Der Text von {count} Frame ist im Attribut {attribute} gespeichert.",
    other: "Der Text von {count} Frames ist im Attribut {attribute} gespeichert.",
  },
  readDoubtfulFrames: {
    one: "{count} ist unsicher und hat das Attribut doubtful.",
    other: "{count} sind unsicher und haben das Attribut doubtful.",
  },
  readEmptyFrames: {
    one: "{count} Frame konnte nicht gelesen werden.",
    other: "{count} Frames konnten nicht gelesen werden.",
  },
  readLeft: {
    one: "{count} Frame wurde nicht gelesen, weil Sie angehalten haben.",
    other: "{count} Frames wurden nicht gelesen, weil Sie angehalten haben.",
  },
  firstDoubtful: "Zum unsicheren Frame {frame}",
  firstEmpty: "Zum Frame {frame} ohne Text",
} as const satisfies TranslatedArea<typeof english>;
