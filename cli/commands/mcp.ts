/** `wakeline mcp`: a server of the Model Context Protocol over standard input and output. */

import { Command } from "commander";
import { interrupted } from "../base/process/interrupt.ts";
import { serverOption, type ServerOption } from "../base/connection/server-option.ts";
import { io } from "../base/terminal/io.ts";

interface Options extends ServerOption {
  readonly allowChanges?: boolean;
}

export default new Command()
  .description(
    "Offers datasets, annotation files and jobs to a program that speaks the Model Context Protocol (MCP), such as an " +
      "assistant, over standard input and output. The program starts this command, and acts as the person who is signed in. " +
      "It can only read, unless --allow-changes is given.",
  )
  .option("--allow-changes", "offer tools that run jobs and write files, too")
  .addOption(serverOption())
  .action(serve);

async function serve({ allowChanges = false, server: serverUrl }: Options): Promise<void> {
  const [{ StdioServerTransport }, { createMcpServer }, { run }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("../mcp/server.ts"),
    import("../wakeline.ts"),
  ]);
  const server = createMcpServer({ allowsChanges: allowChanges, serverUrl, run });
  const { input, out } = io();
  const { promise: closed, resolve: end } = Promise.withResolvers<void>();
  server.onclose = end;
  // The program that started this command closes its end when it is done.
  input.on("end", end).on("close", end);
  interrupted.addEventListener("abort", () => end(), { once: true });
  await server.connect(new StdioServerTransport(input, out));
  await closed;
  await server.close();
}
