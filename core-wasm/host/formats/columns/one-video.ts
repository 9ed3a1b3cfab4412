/** Rows about several videos: those of the one that has a name of the dataset's. */
import type { ColumnMapping } from "../recognize/column-mapping.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import type { PlainRow } from "../text/table-text.ts";
import type { Problem } from "../../types.ts";
import { TableColumns } from "./table-columns.ts";

interface RowsOfVideo {
  readonly rows: readonly PlainRow[];
  readonly problems: readonly Problem[];
}

/** All rows if none of the videos has such a name. */
export function rowsOfOneVideo(
  rows: readonly PlainRow[],
  mapping: ColumnMapping,
  videoNames: readonly string[] = [],
): RowsOfVideo {
  if (videoNames.length === 0) return { rows, problems: [] };
  const columns = new TableColumns(rows, mapping);
  const about = new Set(columns.rows);
  for (const column of videoColumnsOf(columns)) {
    const at = columns.header.indexOf(column);
    const names = columns.rows.map(({ cells }) => cells[at] ?? "");
    const video = chooseVideo(
      names.filter((name) => name !== ""),
      videoNames,
    );
    if (video?.wanted === undefined) continue;
    const own = rows.filter((row) => !about.has(row) || row.cells[at] === video.name);
    return { rows: own, problems: videoProblems(video, names) };
  }
  return { rows, problems: [] };
}

/** In tables of pictures by name these may be anything. */
const anyVideo = /^\W?(video|youtube|clip|movie|media|sequence)([ _]?(name|id|file|filename|path))?$/i;

/** Columns without a meaning of their own that name videos. */
export function videoColumnsOf(columns: TableColumns): readonly string[] {
  const named = columns.isByName ? /^video(_?(name|id|file|path))?$/i : anyVideo;
  return columns.unread().filter((name) => named.test(name));
}
