/** The server of the Model Context Protocol: offers the tools and runs their commands in this process. */
import { Readable, Writable } from "node:stream";

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as WireTool,
} from "@modelcontextprotocol/sdk/types.js";

import { loadConfig } from "../base/connection/config.ts";
import { ExitCode } from "../base/process/errors.ts";
import { readVersion } from "../base/process/version.ts";
import { type Io, io, withIo } from "../base/terminal/io.ts";
import { argumentProblem } from "./check-arguments.ts";
import { type ToolArguments, type Tool, tools } from "./tools.ts";

export interface McpOptions {
  /** Offer tools that change data or write files, too. */
  readonly allowsChanges: boolean;
  /** The server of commands that use one; `undefined`: the last one signed in to. */
  readonly serverUrl: string | undefined;
  /** Runs one command line with the current `io`. */
  readonly run: (args: readonly string[]) => Promise<void>;
}

/** The largest result that a model can use; larger ones are refused, with advice on what to request instead. */
const maxOutputBytes = 1024 * 1024;

export function createMcpServer(options: McpOptions): Server {
  const offered = tools.filter(({ changes }) => changes !== true || options.allowsChanges);
  const server = new Server(
    { name: "wakeline", title: "Wakeline", version: readVersion() },
    {
      capabilities: { tools: {} },
      instructions: `Datasets, annotations and jobs of a Wakeline site, and annotation files of this machine. ${
        options.allowsChanges
          ? "Some tools change data: ask the person before you use them."
          : "Nothing can be changed here: `wakeline mcp --allow-changes` offers the tools for that."
      }`,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(wireTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const tool = offered.find((one) => one.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, unknownTool(name));
    return await callTool(tool, given, options);
  });
  return server;
}

function unknownTool(name: string): string {
  const exists = tools.some((one) => one.name === name);
  return exists
    ? `${name} changes data, and this server was started without --allow-changes.`
    : `There is no tool ${name}.`;
}

function wireTool({ name, title, description, changes = false, parameters, required = [] }: Tool): WireTool {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      properties: { ...parameters },
      required: [...required],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: !changes, destructiveHint: changes, openWorldHint: false },
  };
}

async function callTool(tool: Tool, given: ToolArguments, { run, serverUrl }: McpOptions): Promise<CallToolResult> {
  const wrong = argumentProblem(tool, given);
  if (wrong !== undefined) return failure(wrong);
  // Standard input carries the protocol: a file called `-` is empty.
  const [out, err] = [collector(), collector()];
  const { WAKELINE_SERVER, WAKELINE_API_URL } = io().env;
  // A list of servers that cannot be read is reported by the command that needs it.
  const saved = await loadConfig().catch(() => undefined);
  const server = serverUrl ?? (WAKELINE_SERVER || WAKELINE_API_URL || saved?.current);
  const env = { ...io().env, ...(server !== undefined && { WAKELINE_SERVER: server }) };
  const streams = { out: out.stream, err: err.stream, input: Readable.from([]) };
  const toolIo: Io = { ...streams, env, hasOneServer: true, exitCode: ExitCode.ok };
  await withIo(toolIo, () => run(tool.command(given)));
  const notes = err.text().trim();
  // Findings and differences are results.
  if (toolIo.exitCode > ExitCode.findings) return failure(notes);
  if (out.isFull()) {
    return failure(
      `The result is larger than ${maxOutputBytes / 1024} KiB: ask for less, or write it to a file with the command line.`,
    );
  }
  const texts = [out.text(), notes].filter((text) => text !== "");
  return { content: texts.map((text) => ({ type: "text", text })), isError: false };
}

const failure = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });

function collector() {
  const pieces: Buffer[] = [];
  let length = 0;
  const stream = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      length += piece.length;
      if (length <= maxOutputBytes) pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString(), isFull: () => length > maxOutputBytes };
}
