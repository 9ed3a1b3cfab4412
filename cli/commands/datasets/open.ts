/** `wakeline datasets open`: the page of a dataset, in the browser. */

import { spawn } from "node:child_process";
import { Command } from "commander";
import { connect, viewerUrl } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { wholeNumber } from "../../base/terminal/option-values.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { isTerminal } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly frame?: number;
  readonly set?: string;
  readonly print?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Opens a dataset in the viewer, in your browser. In a pipe, or with --print, it prints the address instead.",
  )
  .argument("<dataset>", referenceHelp)
  .option("--frame <number>", "open it at this frame", wholeNumber)
  .option("--set <name>", "open this annotation set")
  .option("--print", "print the address and open nothing")
  .addOption(serverOption())
  .option("--json", "print the address as JSON and open nothing")
  .action(open);

async function open(reference: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const { name, meta } = await connection.client.call("folder.get", { id }, { signal: interrupted });
  if (meta.type === undefined) throw usageError(`${reference} is a folder, not a dataset.`);
  const { frame, set } = options;
  const page = `${viewerUrl(connection, id)}${set === undefined ? "" : `/set/${encodeURIComponent(set)}`}`;
  const url = frame === undefined ? page : `${page}?frame=${frame}`;
  if (options.json === true) return writeJson({ id, name, url });
  await writeResult(`${url}\n`);
  if (options.print === true || !isTerminal(io().out)) return;
  if (!(await openInBrowser(url))) note("No browser was found here: open this address in yours.");
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  // `start` would read the `&` of an address as its own.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Whether the program that opens addresses could be started. */
function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
