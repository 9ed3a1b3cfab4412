/** Rows about several videos: those of the one that has a name of the dataset's. */
import type { ColumnMapping } from "../recognize/column-mapping.ts";
import { chooseVideo, notFoundProblems, videoProblems } from "../pictures/choose-video.ts";
import type { PlainRow } from "../text/table-text.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import type { Problem, ReadOptions } from "../../types.ts";
import { TableColumns } from "./table-columns.ts";

interface RowsOfVideo {
  readonly rows: readonly PlainRow[];
  readonly problems: readonly Problem[];
}

/** All rows if none of the videos has such a name. */
export function rowsOfOneVideo(
  rows: readonly PlainRow[],
  mapping: ColumnMapping,
  { videoNames = [], askedVideo }: Pick<ReadOptions, "videoNames" | "askedVideo">,
): RowsOfVideo {
  if (videoNames.length === 0) return { rows, problems: [] };
  const columns = new TableColumns(rows, mapping);
  const about = new Set(columns.rows);
  const found = new Set<string>();
  for (const column of videoColumnsOf(columns)) {
    const at = columns.header.indexOf(column);
    const all = columns.rows.map(({ cells }) => cells[at] ?? "");
    const names = new Set(all.filter((name) => name !== ""));
    const video = chooseVideo(names, videoNames);
    for (const name of names) found.add(name);
    if (video?.wanted === undefined) continue;
    // A name may be only in the first row of those it is for.
    if (names.size === 1) return { rows, problems: [] };
    const own = rows.filter((row) => !about.has(row) || row.cells[at] === video.name);
    const unnamed = all.filter((name) => name === "").length;
    const unnamedProblems = unnamed > 0 ? [readerProblem("video-unnamed", [String(unnamed), video.name])] : [];
    return { rows: own, problems: [...videoProblems(video, names), ...unnamedProblems] };
  }
  return { rows, problems: notFoundProblems(askedVideo, found) };
}

/** In tables of pictures by name these may be anything. */
const anyVideo = /^\W?(video|youtube|clip|movie|media|sequence)([ _]?(name|id|file|filename|path))?$/i;

/** Columns without a meaning of their own that name videos. */
export function videoColumnsOf(columns: TableColumns): readonly string[] {
  const named = columns.isByName ? /^video(_?(name|id|file|path))?$/i : anyVideo;
  return columns.unread().filter((name) => named.test(name));
}
