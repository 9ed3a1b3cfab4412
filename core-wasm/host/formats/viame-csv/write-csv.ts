/** VIAME CSV: the header rows, written here, and the rows of the core (api/v1 section 20.1). */
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { applyExportFilter } from "../exchange/export-filter.ts";
import { encodeText, type CoreInstance } from "../../instance.ts";
import { lossesWithGroups } from "../problems/losses.ts";
import { pictureLoss } from "../pictures/picture-names.ts";
import type { ViameCsvOptions, WritingPieces } from "../../types.ts";
import { textTable } from "../../join-bytes.ts";
import { ctimeText, pythonJsonLine } from "../text/python-text.ts";

const columns = [
  "# 1: Detection or Track-id",
  "2: Video or Image Identifier",
  "3: Unique Frame Identifier",
  "4-7: Img-bbox(TL_x",
  "TL_y",
  "BR_x",
  "BR_y)",
  "8: Detection or Length Confidence",
  "9: Target Length (0 or -1 if invalid)",
  "10-11+: Repeated Species",
  "Confidence Pairs or Attributes",
];

export function* writeViameCsv(core: CoreInstance, types: readonly string[], options: ViameCsvOptions): WritingPieces {
  const { exports } = core;
  const isDive = (options.dialect ?? "dive") === "dive";
  const hasCrLf = isDive || options.lineEnd === "crlf";
  applyExportFilter(core, types, options.filter);
  exports.csv_set_dialect(Number(isDive), Number(hasCrLf));
  exports.losses_clear();
  refuseTooManyRows(exports.csv_count_rows());
  const releaseNames = openMediaNames(core, options);
  try {
    yield encodeText(headerRows(options, hasCrLf ? "\r\n" : "\n"));
    exports.csv_write_begin();
    while (exports.csv_write_next.value < exports.track_count.value) {
      const end = exports.csv_write_piece();
      yield core.between(exports.transfer_start.value, end);
    }
  } finally {
    releaseNames();
  }
  const names = options.mediaType === "image-sequence" ? options.imageNames : undefined;
  const losses = [...lossesWithGroups(core, options.fps), ...pictureLoss(core, names)];
  return { trackCount: exports.csv_written.value, losses };
}

/** Prepares the second cell; returns a function that frees its memory. */
function openMediaNames(core: CoreInstance, { mediaType, fps, imageNames }: ViameCsvOptions): () => void {
  const { exports } = core;
  exports.csv_write_no_names();
  if (mediaType === "video" && fps !== undefined && fps > 0) exports.csv_write_times(fps);
  if (mediaType !== "image-sequence" || imageNames === undefined) return () => {};
  const table = textTable(imageNames);
  const start = core.openSource(table);
  exports.csv_write_image_names(start, imageNames.length);
  return () => {
    exports.csv_write_no_names();
    exports.source_close(start, table.length);
  };
}

function headerRows(options: ViameCsvOptions, lineEnd: string): string {
  const { mediaType, fps, fpsText, revision, datasetInfo, exportedBy = "dive:python", exportedTime } = options;
  const hasFps = mediaType === "video" && (fpsText !== undefined || fps !== undefined);
  const metadata = ["# metadata"];
  if (hasFps) metadata.push(`fps: ${fpsText ?? JSON.stringify(fps)}`);
  if (revision !== undefined) metadata.push(`revision: ${revision}`);
  if (datasetInfo !== undefined && Object.keys(datasetInfo).length > 0) {
    metadata.push(`dataset_info: ${pythonJsonLine(datasetInfo)}`);
  }
  metadata.push(`exported_by: ${pythonJsonLine(exportedBy)}`);
  metadata.push(`exported_time: ${pythonJsonLine(exportedTime ?? ctimeText(new Date()))}`);
  return [columns, metadata].map((cells) => cells.map(quoteCell).join(",") + lineEnd).join("");
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
