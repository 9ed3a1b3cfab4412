/** `wakeline serve`: runs the server until Ctrl-C. Apart from `admin`, the only command that loads it. */

import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { ensureCore } from "../base/annotations/core.ts";
import { usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { note, warn, writeJson } from "../base/terminal/output.ts";
import { silenceSqliteWarning } from "../base/process/sqlite-warning.ts";
import { paint } from "../base/terminal/terminal.ts";
import type { ServerConfig } from "../../server/config.ts";
import type { RunningServer } from "../../server/main.ts";
import { io } from "../base/terminal/io.ts";

interface Options {
  readonly host?: string;
  readonly port?: number;
  readonly data?: string;
  readonly openRegistration?: true;
  readonly sampleData: boolean;
  readonly newSite?: true;
  readonly trustProxy?: true;
  readonly logLevel?: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
  readonly json?: true;
}

export default new Command()
  .description(
    "Runs the server with its embedded database. The first start creates an administrator and prints a link that signs " +
      "you in once. Every option has an environment variable too: see docs/operation/settings.md.",
  )
  .option("--host <address>", "address to listen on (default: 127.0.0.1, reachable from this machine only)")
  .option("--port <number>", "port (default: 8010; 0 takes a free one)", port)
  .option("--data <folder>", "folder of the database and the files (default: .wakeline)")
  .option("--open-registration", "let anybody who reaches the server create an account")
  .option("--no-sample-data", "do not create the example datasets on the first start")
  .option("--new-site", "begin a new site although the file storage holds files of another one")
  .option("--trust-proxy", "believe X-Forwarded headers; only behind a reverse proxy")
  .addOption(
    new Option("--log-level <level>", "least important lines to log (default: info)").choices([
      "fatal",
      "error",
      "warn",
      "info",
      "debug",
      "silent",
    ]),
  )
  .option("--json", "print address and first sign-in as one JSON line")
  .action(serve);

async function serve(options: Options): Promise<void> {
  silenceSqliteWarning();
  await ensureCore();
  const [{ startServer }, { readConfig }] = await Promise.all([
    import("../../server/main.ts"),
    import("../../server/config.ts"),
  ]);
  let server: RunningServer;
  let config: ServerConfig;
  try {
    config = readConfig({
      host: options.host,
      port: options.port,
      dataFolder: options.data,
      registrationPolicy: options.openRegistration === true ? "open" : undefined,
      sampleData: options.sampleData ? undefined : false,
      newSite: options.newSite,
      trustProxy: options.trustProxy,
      logLevel: options.logLevel,
    });
    server = await startServer(config);
  } catch (error) {
    // Reports why a server cannot start: port in use, data folder in use, an invalid variable.
    throw usageError(error instanceof Error ? error.message : String(error), error);
  }
  const { webFolder } = config;
  if (!existsSync(join(webFolder, "index.html"))) {
    warn(`there is no web app in ${webFolder}, only the api answers: run \`npm run build:web\`, or \`npm start\`.`);
  }
  const { storage } = server;
  if (options.json === true) {
    await writeJson({ url: server.url, ...storage, firstStart: server.firstStart });
  } else note(welcome(server, [storage.dataFolder, storage.database, storage.blobs].filter(Boolean).join(" and ")));
  if (!interrupted.aborted) await once(interrupted, "abort");
  await server.close();
}

function welcome({ url, firstStart }: RunningServer, place: string): string {
  const bold = (text: string): string => paint(io().err, "bold", text);
  const lines = [`Wakeline runs at ${bold(url)}, its data are in ${place}. Ctrl-C stops it.`];
  if (firstStart !== undefined) {
    lines.push(
      "",
      "First start. This link signs you in as the administrator, once:",
      "",
      `  ${paint(io().err, ["bold", "cyan"], firstStart.signInUrl)}`,
      "",
      `Later: login ${bold(firstStart.login)}, password ${bold(firstStart.password)}. It is not shown again; keep it.`,
      "`npx wakeline admin link` makes another link.",
      "",
    );
  }
  return lines.join("\n");
}

function port(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return number;
}
