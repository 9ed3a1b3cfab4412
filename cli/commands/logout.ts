/** `wakeline logout`: invalidates the token and removes it. */

import { Command } from "commander";
import { ApiError } from "#schemas/client";
import { loadConfig, saveConfig, withoutServer } from "../base/connection/config.ts";
import { openClient, parseServer } from "../base/connection/connection.ts";
import { usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { note, warn, writeJson } from "../base/terminal/output.ts";

interface Options {
  readonly all?: true;
  readonly json?: true;
}

export default new Command()
  .description("Signs out of a server and forgets its token.")
  .argument("[url]", "server (default: the last one signed in to)")
  .option("--all", "sign out of every server")
  .option("--json", "print the result as JSON")
  .action(logout);

async function logout(address: string | undefined, options: Options): Promise<void> {
  let config = await loadConfig();
  const named = address === undefined ? config.current : parseServer(address);
  const urls = options.all === true ? Object.keys(config.servers) : named === undefined ? [] : [named];
  if (urls.length === 0 && options.all !== true) {
    const others = Object.keys(config.servers);
    throw usageError(
      others.length === 0
        ? "not signed in to any server."
        : `name the server: you are signed in to ${others.join(", ")}.`,
    );
  }
  for (const url of urls) {
    const saved = config.servers[url];
    if (saved === undefined) throw usageError(`not signed in to ${url}.`);
    try {
      await openClient(url, saved.token).call("user.logout", {}, { signal: interrupted });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      warn(
        `${url} could not be reached (${error.message}) The token is forgotten here, but stays valid there until it expires.`,
      );
    }
    config = withoutServer(config, url);
    await saveConfig(config);
    if (options.json !== true) note(`Signed out of ${url}.`);
  }
  const others = Object.keys(config.servers);
  if (options.json !== true && config.current === undefined && others.length > 0)
    note(`No server is chosen now: commands need --server (you are still signed in to ${others.join(", ")}).`);
  if (options.json === true) await writeJson({ servers: urls });
}
