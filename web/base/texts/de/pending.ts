import type { TranslatedArea } from "../catalog.ts";
import type { pending as english } from "../en/pending.ts";

export const pending = {
  titleTo: "In „{folder}“ hochladen",
  place: "Wird gespeichert in {path}",
  name: "Name des Ordners",
  "fps.varies":
    "Die Bildrate des Videos wechselt: Seine Bilder stehen {shortest} bis {longest}. Bei seiner eigenen Bildrate ist jedes ein Frame, bei einer anderen ist ein Frame das Bild seines Zeitpunkts.",
  "fps.own": "Die {fps} fps des Videos verwenden",
  "beyond.title": "Annotationen hinter dem letzten Frame",
  "beyond.text":
    "{name} reicht bis Frame {lastFrame}, aber bei dieser Bildrate hat das Video die Frames 0 bis {last}. Spuren dahinter sind nicht erreichbar.",
  annotations: "Annotationsdatei",
  annotationsPick: "CSV oder JSON wählen",
  importAnnotations: "Annotationen importieren",
  meta: "Konfigurationsdatei",
  metaPick: "JSON wählen",
  media: { one: "{count} Datei", other: "{count} Dateien" },
  files: "Dateien",
  moreFiles: { one: "und {count} weitere Datei", other: "und {count} weitere Dateien" },
  leaveOut: "{name} weglassen",
  frames: { one: "{count} Frame", other: "{count} Frames in der Reihenfolge ihrer Namen" },
  toPng: { one: "{count} wird in PNG umgewandelt", other: "{count} werden in PNG umgewandelt" },
  tiles: {
    one: "wird in Kacheln gezeigt, die der Server nach dem Hochladen anlegt",
    other: "werden in Kacheln gezeigt, die der Server nach dem Hochladen anlegt",
  },
  "archive.videos": { one: "{count} Video", other: "{count} Videos" },
  "archive.pictures": { one: "{count} Bild", other: "{count} Bilder" },
  "archive.others": { one: "{count} andere Datei", other: "{count} andere Dateien" },
  "archive.noMedia":
    "Es enthält weder Bilder noch Videos und ergibt daher keinen Datensatz. Falls es Annotationen anderer Dateien enthält, wählen Sie es dort als Annotationsdatei.",
  "error.nameTaken": "„{name}“ gibt es in {folder} schon. Wählen Sie einen anderen Namen.",
  "note.name": "„{name}“ heißt schon ein anderer Datensatz, der hochgeladen wird.",
  "note.dataset": "Der Datensatz wird „{dataset}“ heißen, weil mehrere dieser Dateien „{stem}“ heißen.",
  "note.png": "Wird in PNG umgewandelt und als {name} gezeigt. Das Original bleibt erhalten.",
  "note.sameStem":
    "Mehrere Bilder heißen „{stem}“. Jedes wird ein Frame; Annotationsdateien müssen sie mit ihrer Endung nennen.",
  "note.decomposed":
    "Der Name speichert Akzente als eigene Zeichen, wie macOS es tut. Er bleibt, wie er ist; Annotationsdateien passen in beiden Schreibweisen.",
  "note.looksAlike":
    "Eine andere Datei hat einen Namen, der gleich aussieht. Beide bleiben, aber Annotationsdateien können sie nicht unterscheiden. Benennen Sie eine um.",
  "note.cutOff":
    "Die Datei ist abgeschnitten: Am Ende fehlen {missing}. Kopieren oder laden Sie sie noch einmal. Wenn Sie sie so hochladen, können die vorhandenen Bilder annotiert werden.",
  "note.unread":
    "Ihr Browser findet in dieser Datei keine Bilder, sie ist also wahrscheinlich beschädigt. Wenn Sie sie hochladen, versucht der Server, sie zu lesen, und meldet, was nicht stimmt.",
  willConvert: "wird umgewandelt",
  "fps.ownEach": "Für jedes Video die eigene Rate nehmen",
  "pictures.all": { one: "das eine Bild kann annotiert werden", other: "alle {count} Bilder können annotiert werden" },
  "pictures.announced": { one: "kündigt {count} Bild an", other: "kündigt {count} Bilder an" },
  "pictures.some": "{fps} fps: {shown} von {all} Bildern können annotiert werden",
  createSubFolders: "Ein Datensatz für jedes Video",
  ignored: { one: "{count} Datei wird weggelassen", other: "{count} Dateien werden weggelassen" },
  "ignored.reason": "{name}: {reason}",
  frameMetadata: "Mit den Werten der Frames aus {name}",
  convert: "Vor dem Hochladen auf diesem Rechner umwandeln",
  "convert.hint":
    "Browser spielen dieses Video nicht ab. Ohne diese Wahl wandelt der Server es um und behält das Original; mit ihr wird nur das umgewandelte Video gesendet.",
  "convert.measured":
    "Browser spielen es nicht ab, daher wandelt der Server es um und behält das Original. So schnell wie bisher hier dauert das {time}.",
  "convert.guessed":
    "Browser spielen es nicht ab, daher wandelt der Server es um und behält das Original. Das dauert gewöhnlich {time}; gemessen wurde hier noch keine Umwandlung.",
  "convert.soon": "weniger als eine Minute",
  "convert.here": "Wird auf diesem Rechner umgewandelt. Das Original bleibt hier und wird nicht hochgeladen.",
  start: "Hochladen",
  startAll: "Alle hochladen",
  remove: "Entfernen",
  "discard.title": "Nicht hochladen?",
  "discard.text": "Das Hochladen wurde noch nicht gestartet. Die Dateien auf diesem Rechner bleiben, wie sie sind.",
  "discard.action": "Verwerfen",
  hide: "Im Hintergrund fortsetzen",
  dialogList: "Was hochgeladen wird",
} as const satisfies TranslatedArea<typeof english>;
