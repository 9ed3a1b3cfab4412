/** `wakeline render` where a server is at hand: also of a dataset on it. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import type { Dataset, MediaFile } from "#schemas/wire";
import type { RenderSource } from "../../core-wasm/drawing/sources.ts";
import { connect, type Connection } from "../base/connection/connection.ts";
import { downloadTo } from "../base/connection/download.ts";
import { serverOption, type ServerOption } from "../base/connection/server-option.ts";
import { usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/site/dataset-reference.ts";
import { wholeNumber } from "../base/terminal/option-values.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { withTempFolder } from "../foreign/private-temp-folder.ts";
import { camerasOf } from "../working-copy/cameras.ts";
import { headOf, loadSet } from "../working-copy/set-content.ts";
import {
  addFileOptions,
  addRenderOptions,
  renderFiles,
  renderTo,
  type Rendered,
  type RenderOptions,
} from "./render.ts";

interface Options extends RenderOptions, ServerOption {
  readonly dataset?: string;
  readonly set?: string;
  readonly revision?: number;
}

export default addRenderOptions(
  addFileOptions(new Command())
    .option(
      "--dataset <dataset>",
      `instead of files, a dataset on a server with its own styles; several cameras are shown next to each other: ${referenceHelp}`,
    )
    .option("--set <name>", "with --dataset, the annotation set to draw (default: the default set)")
    .option("--revision <number>", "with --dataset, as it was at this revision", wholeNumber)
    .addOption(serverOption()),
).action(renderAny);

async function renderAny(media: string | undefined, options: Options): Promise<void> {
  const { dataset: reference, annotations, config, from } = options;
  if (reference === undefined) return await renderFiles(media, options);
  if ([media, annotations, config, from].some((one) => one !== undefined))
    throw usageError("give either files or --dataset, which has its own media, annotations and styles.");
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const dataset = await connection.client.call("dataset.get", { id }, { signal: interrupted });
  if (dataset.type === "large-image") throw usageError(`${dataset.name} is a tiled image: it cannot be rendered.`);
  const ids = dataset.type === "multi" ? await camerasToJoin(connection, dataset, options) : [id];
  const { customTypeStyling: styles = {}, confidenceFilters: thresholds = {} } = dataset;
  await withTempFolder(async (folder) => {
    const cameras: Rendered[] = [];
    for (const [n, camera] of ids.entries()) {
      const revision = options.revision ?? (await headOf(connection, camera));
      const core = await loadSet(connection, camera, options.set ?? null, revision);
      const source = await download(connection, camera, join(folder, String(n)), options.fps ?? dataset.fps);
      cameras.push({ source, core, styles, thresholds });
    }
    await renderTo(cameras, options);
  });
}

/** Frame n of each is next to frame n of the others. */
async function camerasToJoin(
  connection: Connection,
  dataset: Dataset,
  { revision }: Options,
): Promise<readonly string[]> {
  const cameras = await camerasOf(connection, dataset);
  const each = `render each by itself (${cameras.map(({ camera }) => camera).join(", ")}).`;
  if (dataset.timeAlignment !== undefined)
    throw usageError(`the cameras of ${dataset.name} run at their own times: ${each}`);
  if (revision !== undefined) throw usageError(`the cameras of ${dataset.name} have their own revisions: ${each}`);
  return cameras.map((one) => one.dataset);
}

/** Fetches the video as it was uploaded, or all pictures. */
async function download(connection: Connection, id: string, folder: string, fps: number): Promise<RenderSource> {
  const { client } = connection;
  await mkdir(folder);
  const { video, sourceVideo, imageData } = await client.call("dataset.media", { id }, { signal: interrupted });
  const addressOf = ({ id: mediaId }: MediaFile): string => client.url("dataset.mediaBytes", { id, mediaId });
  const file = sourceVideo ?? video;
  const progress = createProgress({ unit: file === undefined ? "steps" : "bytes" });
  try {
    if (file !== undefined) {
      const path = join(folder, `video${endingOf(file)}`);
      await downloadTo(connection, addressOf(file), path, (done, total) => progress.update(file.filename, done, total));
      return { kind: "video", path, name: file.filename, fps: fps > 0 ? fps : undefined };
    }
    if (imageData.length === 0) throw usageError("the dataset has no media that can be drawn into.");
    const files: { name: string; path: string }[] = [];
    for (const [frame, picture] of imageData.entries()) {
      // As on the server: names there may be any.
      const name = `${String(frame).padStart(6, "0")}${endingOf(picture)}`;
      const path = join(folder, name);
      await downloadTo(connection, addressOf(picture), path);
      files.push({ name, path });
      progress.update(picture.filename, frame + 1, imageData.length);
    }
    return { kind: "pictures", files, fps: fps > 0 ? fps : 1 };
  } finally {
    progress.clear();
  }
}

const endingOf = ({ filename }: MediaFile): string => /\.\w+$/.exec(filename)?.[0] ?? "";
