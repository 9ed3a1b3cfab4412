/** Starting to listen, the server's URL, and closing. */
import type { FastifyInstance } from "fastify";

import { announcedUrl } from "./adapters/disk/data-folder.ts";
import type { ServerConfig } from "./config.ts";

const idleCheckMs = 50;

/** Waits for responses in progress, but not forever: a client may be stuck. */
export async function closeApp(app: FastifyInstance, timeoutMs: number): Promise<void> {
  // Node closes connections that are idle now, but not those that become idle after their response.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  const stuck = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(stuck);
  }
}

/** @returns the URL for a browser on this machine; `port` 0 is any free one. @throws Error with a message for users */
export async function listen(app: FastifyInstance, config: ServerConfig): Promise<string> {
  const { level } = app.log;
  try {
    // The caller that starts the server reports its URL in a better form.
    app.log.level = "warn";
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw describeListenError(error as NodeJS.ErrnoException, config);
  } finally {
    app.log.level = level;
  }
  const address = app.server.address();
  return urlAt(config.host, typeof address === "object" && address !== null ? address.port : config.port);
}

/** URL for a browser on this machine where an installation's server runs, or will run; without a trailing slash. */
export function serverUrl(config: ServerConfig): string {
  return announcedUrl(config.dataFolder) ?? (config.siteUrl || urlAt(config.host, config.port));
}

function urlAt(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function describeListenError(cause: NodeJS.ErrnoException, { host, port }: ServerConfig): Error {
  const choose = "choose another one with --port or WAKELINE_PORT.";
  if (cause.code === "EADDRINUSE")
    return new Error(`Port ${port} is taken. Stop the program that uses it, or ${choose}`, { cause });
  if (cause.code === "EACCES")
    return new Error(`This user is not allowed to listen on port ${port}: ${choose}`, { cause });
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND") {
    return new Error(`${host} is not an address of this machine. Check --host or WAKELINE_HOST.`, { cause });
  }
  return cause;
}
