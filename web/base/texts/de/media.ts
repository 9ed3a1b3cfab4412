import type { TranslatedArea } from "../catalog.ts";
import type { media as english } from "../en/media.ts";

export const media = {
  "error.notMedia":
    "{name} ist kein lesbares Video. Prüfen Sie die Datei, oder wandeln Sie sie in MP4 oder WebM um und laden Sie sie noch einmal hoch.",
  "error.empty": "{name} ist leer (0 Byte). Laden Sie die Datei noch einmal hoch.",
  "error.noVideoTrack": "{name} enthält keine Videospur. Laden Sie eine Datei mit Bildern hoch.",
  "error.truncated":
    "{name} ist abgeschnitten oder beschädigt: {detail}. Laden Sie die vollständige Datei noch einmal hoch.",
  "error.unsupportedCodec":
    "Dieser Browser kann {codec}, den Codec von {name}, nicht dekodieren. Wandeln Sie das Video in H.264 um und laden Sie es noch einmal hoch, oder verwenden Sie einen Browser, der ihn unterstützt.",
  "error.unsupportedBrowser":
    "Dieser Browser kann einzelne Frames hier nicht genau zeigen. Öffnen Sie diese Seite über https oder verwenden Sie einen aktuellen Browser.",
  "error.noPictures":
    "{name} hat eine Videospur, aber kein einziges Bild. Prüfen Sie die Datei und laden Sie sie noch einmal hoch.",
  "error.request":
    "{name} konnte nicht geladen werden: {detail}. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  "error.picture": "Frame {frame} von {name} konnte nicht dekodiert werden: {detail}.",
  "error.noImages": "Dieser Datensatz enthält keine Bilder. Laden Sie Bilder in ihn hoch.",
  "error.imageFormat": "{name} ist kein Bild, das dieser Browser zeigen kann. Laden Sie es als PNG oder JPEG hoch.",
  "detail.noTables": "die Tabellen fehlen",
  "detail.dataEndsEarly": "die Tabellen nennen {count} Bilder, aber die Daten enden vor dem letzten",
  "detail.notDecoded": "der Decoder hat es ausgelassen",
  "detail.unknownCodec": "ein unbekannter Codec",
  "detail.notShown": "der Videoplayer des Browsers hat es nicht gezeigt",
} as const satisfies TranslatedArea<typeof english>;
