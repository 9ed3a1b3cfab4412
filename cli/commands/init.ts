/** `wakeline init`: writes a first project configuration, to be edited. */

import { relative } from "node:path";
import { Command } from "commander";
import { usageError } from "../base/process/errors.ts";
import { writeOutput } from "../base/files/files.ts";
import { counted, note } from "../base/terminal/output.ts";
import { readPackageName } from "../base/process/version.ts";
import { findInputs } from "../offline/inputs.ts";
import { projectFileName } from "../offline/project-file.ts";
import { stat } from "node:fs/promises";

interface Options {
  readonly force?: true;
}

export default new Command()
  .description(
    "Writes `wakeline.config.json` into this folder: which annotation files `wakeline validate` checks, and how serious " +
      "each kind of finding is.",
  )
  .argument("[in...]", "the files, folders and globs to check", ["."])
  .option("--force", "replace an existing file")
  .action(init);

async function init(args: readonly string[], { force }: Options): Promise<void> {
  const isThere = await stat(projectFileName).then(
    () => true,
    () => false,
  );
  if (isThere && force !== true) throw usageError(`${projectFileName} already exists: \`--force\` replaces it.`);
  const { files, findings } = await findInputs(args);
  const [missing] = findings;
  if (missing !== undefined && files.length === 0) throw usageError(`${missing.file}: ${missing.message}`);
  const document = {
    $schema: `./node_modules/${readPackageName()}/schemas/json/project-configuration.schema.json`,
    validate: {
      files: args.map((arg) => relative(".", arg) || "."),
      all: false,
      strict: false,
      rules: {},
      overrides: [],
    },
  };
  await writeOutput(projectFileName, new TextEncoder().encode(`${JSON.stringify(document, undefined, 2)}\n`));
  note(`Wrote ${projectFileName}. \`wakeline validate\` now looks at ${counted(files.length, "file")}.`);
}
