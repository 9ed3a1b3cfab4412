/** `wakeline pack check`: whether a server would install a model pack: it is whole, and its models answer as it says. */
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";

import { Command } from "commander";
import { PackError, readPack } from "#packs/pack";
import { tryPack } from "#packs/try-pack";
import { filesOfZip } from "#packs/zip-pack";

import { CliError, ExitCode, usageError } from "../../base/process/errors.ts";
import { byteText, counted, writeJson, writeResult } from "../../base/terminal/output.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options {
  readonly json?: true;
}

export default new Command()
  .description(
    "Checks a model pack as a server does before it installs one: its pack.json, the size and checksum of each file, and what " +
      "its models answer for a gray picture. Nothing is sent anywhere. The exit code is 1 if the pack would be refused.",
  )
  .argument("<file>", "zip archive with pack.json")
  .option("--json", "print the pack.json of a pack that is whole as JSON")
  .action(check);

async function check(path: string, { json }: Options): Promise<void> {
  await requireFile(path);
  try {
    const pack = await readPack(await filesOfZip(await openAsBlob(path)));
    const runtime = await import("onnxruntime-web");
    runtime.env.wasm.numThreads = 1;
    await tryPack(pack, runtime);
    if (json === true) return await writeJson(pack.manifest);
    const { name, kind, licence, files } = pack.manifest;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const what = `${name}: a ${kind}, ${counted(files.length, "file")}, ${byteText(bytes)}, license ${licence}.`;
    await writeResult(`${printable(what)}\nIts models answer as pack.json says.\n`);
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    throw new CliError(ExitCode.findings, `${path}: ${error.message}`, { cause: error });
  }
}

async function requireFile(path: string): Promise<void> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path} cannot be read (${error.code})`, error);
  });
  if (!facts.isFile()) throw usageError(`${path} is not a file: give the zip archive of the pack`);
}
