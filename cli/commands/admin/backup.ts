/** `wakeline admin backup FOLDER`: saves everything in an installation while its servers run. */

import { resolve } from "node:path";
import { Command } from "commander";
import { runWithConfig } from "../../base/process/installation.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { byteText, counted, note, warn, writeJson, writeResult } from "../../base/terminal/output.ts";
import { createProgress } from "../../base/terminal/progress.ts";

interface Options {
  readonly data?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Backs an installation up into a folder, consistently, while its servers run. Backing up into the same folder again " +
      "copies only contents that are new. With DATABASE_URL and BLOB_URL set, backs up PostgreSQL and S3.",
  )
  .argument("<folder>", "folder of the backup; made when missing")
  .option("--data <folder>", "data folder of the server (default: .wakeline; env: WAKELINE_DATA)")
  .option("--json", "print what was backed up as JSON")
  .action(backup);

async function backup(folder: string, options: Options): Promise<void> {
  const target = resolve(folder);
  const progress = createProgress({ unit: "steps" });
  const manifest = await runWithConfig(options, ({ backUp }, config) =>
    backUp(config, target, {
      onProgress: (done, total) => progress.update("Contents", done, total),
      signal: interrupted,
    }),
  ).finally(() => progress.clear());
  for (const hash of manifest.missing) warn(`the content ${hash} is gone from the storage; a file still names it.`);
  if (options.json === true) await writeJson({ folder: target, ...manifest });
  else {
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    note(`${counted(rows, "row")} and ${counted(manifest.blobs, "content")} (${byteText(manifest.blobBytes)}) are in`);
    await writeResult(`${target}\n`);
  }
}
