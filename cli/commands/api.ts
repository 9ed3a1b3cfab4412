/** `wakeline api`: calls any route of the server, with the session or key of the other commands. */

import { Command, InvalidArgumentError } from "commander";
import { connect } from "../base/connection/connection.ts";
import type { Connection } from "../base/connection/connection.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { readInput } from "../base/files/files.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { writeJson, writeResult } from "../base/terminal/output.ts";
import { parseSelection } from "../base/terminal/select-json.ts";
import { serverOption } from "../base/connection/server-option.ts";
import type { ServerOption } from "../base/connection/server-option.ts";

interface Options extends ServerOption {
  readonly field: readonly [string, string][];
  readonly input?: string;
  readonly all?: true;
  readonly select?: string;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** The most that any list returns per request. */
const pageLength = 500;

export default new Command()
  .description(
    "Calls a route of the server's api and prints its answer: JSON indented on a terminal, else as it comes. The routes " +
      "are on the server's own page, /api/v1.",
  )
  .argument("<method>", methods.join(", "))
  .argument("<path>", "below api/v1, for example dive_dataset")
  .option("-f, --field <name=value>", "a parameter of the query; once for each", field, [])
  .option("--input <file>", "send this file as the body; - is standard input")
  .option("--all", "read every page of a list, as one list")
  .option("--select <expression>", "print only what this JMESPath expression selects, texts without quotes")
  .addOption(serverOption())
  .addHelpText(
    "after",
    `
Examples:
  wakeline api GET dive_dataset --all
  wakeline api GET dive_dataset --all --select '[].name'
  wakeline api GET user/me
  wakeline api PUT folder/65f0c0ffee0c0ffee0c0ff01 -f name="Dive 3"
  wakeline api POST dive_rpc/train --input request.json`,
  )
  .action(callApi);

async function callApi(method: string, path: string, options: Options): Promise<void> {
  const verb = method.toUpperCase();
  if (!methods.includes(verb)) throw usageError(`"${method}" is not a method: ${methods.join(", ")} are.`);
  if (options.all === true && verb !== "GET") throw usageError("--all works only with GET.");
  const body = options.input === undefined ? undefined : await readInput(options.input);
  const print = options.select === undefined ? writeJson : await parseSelection(options.select);
  const connection = await connect(options.server);
  if (options.all === true) return print(await readPages(connection, path, options.field));
  const response = await send(connection, verb, path, options.field, body);
  if (response.headers.get("Content-Type")?.startsWith("application/json") === true) {
    return print(await response.json());
  }
  if (options.select !== undefined) throw usageError(`--select is for JSON, and ${path} answers with something else.`);
  for await (const chunk of response.body ?? []) await writeResult(chunk);
}

async function readPages(connection: Connection, path: string, fields: Options["field"]): Promise<unknown[]> {
  const items: unknown[] = [];
  const rest = fields.filter(([name]) => name !== "limit" && name !== "offset");
  while (true) {
    const page: [string, string][] = [
      ["limit", String(pageLength)],
      ["offset", String(items.length)],
    ];
    const response = await send(connection, "GET", path, [...rest, ...page]);
    const reply: unknown = await response.json();
    if (!Array.isArray(reply)) throw usageError(`--all is for lists, and ${path} answers with something else.`);
    items.push(...(reply as unknown[]));
    const total = Number(response.headers.get("Girder-Total-Count") ?? Number.NaN);
    if (reply.length === 0 || items.length >= total || (Number.isNaN(total) && reply.length < pageLength)) return items;
  }
}

async function send(
  connection: Connection,
  method: string,
  path: string,
  fields: Options["field"],
  body?: Uint8Array,
): Promise<Response> {
  const url = new URL(path.replace(/^\/?(api\/v1\/)?/, ""), `${connection.url}/api/v1/`);
  if (!url.href.startsWith(`${connection.url}/api/v1/`)) {
    throw usageError(`"${path}" is not below ${connection.url}/api/v1.`);
  }
  for (const [name, value] of fields) url.searchParams.append(name, value);
  const isJson = body !== undefined && /^\s*[[{"]/.test(Buffer.from(body.subarray(0, 64)).toString());
  const response = await connection.send(url.href, {
    method,
    signal: interrupted,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    headers: body === undefined ? {} : { "Content-Type": isJson ? "application/json" : "application/octet-stream" },
  });
  if (response.ok) return response;
  const isRefused = response.status === 401 || response.status === 403;
  const message = `${method} ${url.pathname} was answered with ${response.status}: ${await messageOf(response)}`;
  throw new CliError(isRefused ? ExitCode.permission : ExitCode.server, message);
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === "string") return message;
  } catch {
    // A proxy's page, or plain text.
  }
  return text.trim().slice(0, 300) || response.statusText;
}

function field(text: string, earlier: Options["field"]): Options["field"] {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It is NAME=VALUE.");
  return [...earlier, [text.slice(0, at), text.slice(at + 1)]];
}
