/** `wakeline measure`: lengths of linked tracks in the annotations of two calibrated cameras. */

import { readFile } from "node:fs/promises";
import { Command, Option } from "commander";
import { createStereoRig, linkedTracks, measureTrack, type StereoRig } from "#core";
import type { AnnotationFormat } from "#core/types";
import { readStereoCalibration } from "#schemas/stereo-calibration";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { CliError, ExitCode, fileError } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import { counted, note, writeJson, writeResult } from "../base/terminal/output.ts";
import { systemPath } from "../base/files/system-path.ts";
import { formatTable } from "../base/terminal/table.ts";
import { readDocuments } from "../offline/read-document.ts";
import { io } from "../base/terminal/io.ts";

interface Options {
  readonly calibration: string;
  readonly from?: AnnotationFormat;
  readonly json?: true;
}

export default new Command()
  .description(
    "Measures the lines from head to tail that tracks have in both files, by id and frame, in the unit of the calibration. " +
      "The uncertainty is for ends that are hit within a pixel.",
  )
  .argument("<left>", "annotations of the left camera, or `-`")
  .argument("<right>", "annotations of the right camera, or `-`")
  .requiredOption("--calibration <file>", "JSON of the pair: R, T, fx_left and so on")
  .addOption(new Option("--from <format>", "format of the files, instead of detecting it").choices(formatNames))
  .option("--json", "print one JSON document")
  .action(measure);

async function measure(leftPath: string, rightPath: string, options: Options): Promise<void> {
  const rig = await readRig(options.calibration);
  const [left, right] = await readDocuments([leftPath, rightPath], { from: options.from });
  if (left === undefined || right === undefined) return;
  const cores = { left: left.core, right: right.core };
  const tracks = linkedTracks(left.core, right.core);
  const lengths = tracks
    .flatMap((id) => measureTrack(rig, cores, id))
    .map(({ trackId, frame, measured }) => ({ trackId, frame, ...measured }));
  if (options.json === true) {
    await writeJson({ left: fileLabel(leftPath), right: fileLabel(rightPath), lengths });
  } else {
    const numbers = ["length", "±", "range", "rms px"].map((title) => ({ title, align: "right" }) as const);
    const rows = lengths.map(({ trackId, frame, length, uncertainty, range, rms }) => [
      ...[trackId, frame],
      ...[length, uncertainty, range, rms].map((value) => value.toFixed(2)),
    ]);
    const columns = [{ title: "track", align: "right" }, { title: "frame", align: "right" }, ...numbers] as const;
    if (rows.length > 0) await writeResult(formatTable(io().out, columns, rows));
    note(`${counted(lengths.length, "length")}; ${counted(tracks.length, "track")} in both files.`);
  }
  const isWhole = left.report.skippedCount + right.report.skippedCount === 0;
  io().exitCode = isWhole ? ExitCode.ok : ExitCode.findings;
}

async function readRig(path: string): Promise<StereoRig> {
  const text = await readFile(systemPath(path), "utf8").catch((error: unknown) => {
    throw fileError("read", path, error);
  });
  const calibration = readStereoCalibration(parse(text));
  const rig = calibration && (await createStereoRig(calibration));
  if (rig !== undefined) return rig;
  throw new CliError(
    ExitCode.findings,
    `${path} is not a stereo calibration in JSON: it needs R, T, and fx, fy, cx, cy of each, as fx_left.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
