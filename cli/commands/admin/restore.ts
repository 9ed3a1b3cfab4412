/** `wakeline admin restore FOLDER`: restores a backup into an empty installation. */

import { resolve } from "node:path";
import { Command } from "commander";
import { runWithConfig } from "../../base/process/installation.ts";
import { byteText, counted, note, writeJson } from "../../base/terminal/output.ts";
import { createProgress } from "../../base/terminal/progress.ts";

interface Options {
  readonly data?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Brings a backup of `wakeline admin backup` into an empty data folder or, with DATABASE_URL and BLOB_URL set, into an " +
      "empty schema and bucket. The kind of storage may differ from that of the backup. No server may run on it.",
  )
  .argument("<folder>", "folder of the backup")
  .option("--data <folder>", "data folder of the server (default: .wakeline; env: WAKELINE_DATA)")
  .option("--json", "print what was restored as JSON")
  .action(restoreCommand);

async function restoreCommand(folder: string, options: Options): Promise<void> {
  const source = resolve(folder);
  const progress = createProgress({ unit: "steps" });
  const manifest = await runWithConfig(options, ({ restore }, config) =>
    restore(config, source, (done, total) => progress.update("Contents", done, total)),
  ).finally(() => progress.clear());
  if (options.json === true) await writeJson(manifest);
  else {
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    note(
      `Restored ${counted(rows, "row")} and ${counted(manifest.blobs, "content")} (${byteText(manifest.blobBytes)}) of ${manifest.created}.`,
    );
  }
}
