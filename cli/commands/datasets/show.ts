/** `wakeline datasets show`: one dataset, and the latest revision of each of its annotation sets. */

import { Command } from "commander";
import { videoFrameCount } from "#schemas/video-frames";
import type { Dataset } from "#schemas/wire";
import { annotationSets } from "../../base/site/annotation-sets.ts";
import { connect, viewerUrl } from "../../base/connection/connection.ts";
import type { Connection } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { counted, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Shows a dataset: what it is made of, and its annotation sets with their latest revisions.")
  .argument("<dataset>", referenceHelp)
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(show);

async function show(reference: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const { client } = connection;
  const id = await resolveReference(connection, reference);
  const folder = await client.call("folder.get", { id }, { signal: interrupted });
  if (folder.meta.type === undefined) throw usageError(`${reference} is a folder, not a dataset.`);
  const dataset = await client.call("dataset.get", { id }, { signal: interrupted });
  const cameras = dataset.multiCamMedia?.cameraOrder ?? [];
  const facts = {
    id,
    name: dataset.name,
    type: dataset.type,
    fps: dataset.fps,
    frameCount: await countFrames(connection, dataset),
    ...(cameras.length > 0 && { cameras }),
    created: folder.created,
    url: viewerUrl(connection, id),
    sets: (await annotationSets(connection, id)).map(({ name: set, ...rest }) => ({ name: set ?? "", ...rest })),
  };
  if (options.json === true) return writeJson(facts);
  const rows = [
    ["id", facts.id],
    ["name", facts.name],
    ["type", facts.type],
    ["fps", facts.fps],
    ["frames", facts.frameCount ?? "unknown"],
    ...(cameras.length > 0 ? [["cameras", cameras.join(", ")]] : []),
    ["created", facts.created.slice(0, 10)],
    ["url", facts.url],
    ...facts.sets.map(({ name, tracks, revision, author, saved }) => [
      name === "" ? "annotations" : `set ${name}`,
      `${counted(tracks, "track")}, revision ${revision} by ${author}, ${saved.slice(0, 10)}`,
    ]),
  ];
  await writeResult(formatTable(io().out, [{ title: "fact" }, { title: "value", flexible: true }], rows));
}

/** `undefined`: unknown, as for several cameras. */
async function countFrames({ client }: Connection, dataset: Dataset): Promise<number | undefined> {
  if (dataset.type !== "image-sequence") return videoFrameCount(dataset);
  const { imageData } = await client.call("dataset.media", { id: dataset.id }, { signal: interrupted });
  return imageData.length;
}
