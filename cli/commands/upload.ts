/** `wakeline upload`: datasets from videos, images and folders of images, with their annotations. */

import { Command, InvalidArgumentError } from "commander";
import { checkAnnotations, newWarnings } from "../base/annotation-check.ts";
import type { CheckedFile } from "../base/annotation-check.ts";
import { connect, notSignedIn, viewerUrl } from "../base/connection.ts";
import type { Connection } from "../base/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/dataset-reference.ts";
import { ExitCode } from "../base/errors.ts";
import { interrupted } from "../base/interrupt.ts";
import { note, warn, writeJson, writeResult } from "../base/output.ts";
import { serverOption } from "../base/server-option.ts";
import type { ServerOption } from "../base/server-option.ts";
import { printable } from "../base/terminal.ts";
import { uploadDataset } from "../base/upload-dataset.ts";
import { planUpload } from "../base/upload-plan.ts";

interface Options extends ServerOption {
  readonly to?: string;
  readonly name?: string;
  readonly fps?: number;
  readonly annotations?: string;
  readonly wait: boolean;
  readonly json?: true;
}

/** Frame rate that means: as the media. */
const mediaRate = -1;
const imageRate = 1;

export default new Command()
  .description(
    "Makes a dataset of each video, of each folder of images, and of the images named one by one. Annotations in the " +
      "same folder come along. Prints the address of each dataset in the viewer.",
  )
  .argument("<path...>", "videos, images, folders of images")
  .option("--to <folder>", `folder on the server (default: your own folder Private): ${referenceHelp}`)
  .option("--name <name>", "name of the dataset (default: that of the file or folder)")
  .option("--fps <rate>", "annotation frame rate, pictures per second (default: the video's; 1 for images)", rate)
  .option("--annotations <file>", "VIAME CSV or DIVE JSON to import with the media")
  .option("--no-wait", "do not wait until the server has prepared the media")
  .addOption(serverOption())
  .option("--json", "print the datasets as JSON")
  .action(upload);

async function upload(paths: readonly string[], options: Options): Promise<void> {
  const isQuiet = options.json === true;
  const connection = await connect(options.server ?? serverOfReference(options.to ?? ""));
  const { client } = connection;
  const parentId = await resolveReference(connection, options.to ?? (await ownFolder(connection)));
  const plan = await planUpload(client, paths, options);
  for (const { path, reason } of plan.ignored) warn(`${path} is left out: ${reason}.`);
  const checked: CheckedFile[] = [];
  for (const { path } of plan.datasets.flatMap(({ annotations }) => annotations)) {
    checked.push(await checkAnnotations(path, isQuiet));
  }
  if (checked.some(({ skippedCount }) => skippedCount > 0)) process.exitCode = ExitCode.findings;

  const results: object[] = [];
  for (const dataset of plan.datasets) {
    const { id, name, warnings, jobIds, isReady } = await uploadDataset(client, dataset, {
      parentId,
      fps: options.fps ?? (dataset.type === "video" ? mediaRate : imageRate),
      waits: options.wait,
    });
    const url = viewerUrl(connection, id);
    results.push({ id, name, type: dataset.type, url, ready: isReady, warnings, jobs: jobIds });
    if (!isReady && options.wait) process.exitCode = ExitCode.findings;
    if (isQuiet) continue;
    for (const warning of newWarnings(warnings, checked)) warn(warning);
    note(
      printable(
        isReady ? `Made ${name}.` : `Stored ${name}, which is not ready to be annotated${options.wait ? "" : " yet"}.`,
      ),
    );
    await writeResult(`${url}\n`);
  }
  if (isQuiet) await writeJson({ datasets: results });
}

async function ownFolder({ client, url }: Connection): Promise<string> {
  const user = await client.call("user.me", {}, { signal: interrupted });
  if (user === null) throw notSignedIn(`your token for ${url} has expired or was revoked`, url);
  return `/user/${user.login}/Private`;
}

function rate(text: string): number {
  const fps = Number(text);
  if (text.trim() === "" || !(fps > 0 && fps <= 1000))
    throw new InvalidArgumentError("A frame rate is a number above 0.");
  return fps;
}
