/**
 * Tracks as text art, one line per track: `0: K--K..K` is track 0 with keyframes on frames 0, 3 and 6, interpolated
 * between the first two (`-`), absent between the others (`.`). `k` is a stored detection that is not a keyframe; it is
 * drawn as `-`. Boxes have sides of 10 pixels and move one pixel per frame.
 */
import type { AnnotationCore } from "../types.ts";
import { frame, id, utf8 } from "./cores.ts";

export function loadArt(core: AnnotationCore, art: string): void {
  const tracks = lines(art).map(({ trackId, cells }) => {
    const features = [...cells].flatMap((cell, index) =>
      cell === "K" || cell === "k"
        ? [
            {
              frame: index,
              bounds: [index, 0, index + 10, 10],
              keyframe: cell === "K",
              interpolate: cells[index + 1] === "-",
            },
          ]
        : [],
    );
    const [begin, end] = [features[0]?.frame ?? 0, features.at(-1)?.frame ?? 0];
    return { id: trackId, begin, end, confidencePairs: [["fish", 1]], attributes: {}, features };
  });
  core.reader.beginLoad();
  core.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
  core.reader.endLoad();
}

/** The shown annotations, queried frame by frame. */
export function drawArt(core: AnnotationCore): string {
  const rows = [...core.writer.trackRows()].map((row) => {
    const cells = Array.from({ length: row.end + 1 }, (_, index) => {
      const detection = core.detectionAt(id(row.id), frame(index));
      if (detection === undefined) return ".";
      return detection.isKeyframe ? "K" : "-";
    });
    return `${row.id}: ${cells.join("")}`;
  });
  return rows.join("\n");
}

function lines(art: string): readonly { readonly trackId: number; readonly cells: string }[] {
  const trimmed = art.split("\n").map((line) => line.trim());
  return trimmed
    .filter((line) => line !== "")
    .map((line) => {
      const [trackId = "", cells = ""] = line.split(": ");
      return { trackId: Number(trackId), cells };
    });
}
