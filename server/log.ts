/** Log lines: one JSON object each, or short lines for a terminal. Tokens in URLs are never written. */
import { Writable } from "node:stream";

import { destination, pino, type Logger } from "pino";

import type { ServerConfig } from "./config.ts";

export function createLogger(config: Pick<ServerConfig, "logLevel" | "logFormat">): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        ip: request.ip,
      }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  };
  return pino(options, config.logFormat === "json" ? destination(1) : prettyStream());
}

const secretParameters = new Set(["token", "password", "old", "new", "key"]);

/** Replaces the values of parameters that are or contain secrets, however their names are written. */
export function withoutSecrets(url: string): string {
  return url.replaceAll(/([?&]([^=&]*)=)[^&]*/g, (pair, head: string, name: string) =>
    secretParameters.has(decoded(name).toLowerCase()) ? `${head}***` : pair,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}

interface Line {
  time: string;
  level: number;
  msg?: string;
  req?: { method: string; url: string };
  res?: { statusCode: number };
  responseTime?: number;
  err?: { message: string; stack?: string };
}

function prettyStream(): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      process.stdout.write(`${prettyLine(JSON.parse(chunk.toString("utf8")) as Line)}\n`, done);
    },
  });
}

/** `12:34:56 GET /api/v1/user/me 200 3 ms` */
export function prettyLine(line: Line): string {
  const parts = [line.time.slice(11, 19)];
  if (line.level >= 50) parts.push("ERROR");
  else if (line.level >= 40) parts.push("warning");
  if (line.req !== undefined) parts.push(line.req.method, line.req.url);
  if (line.res !== undefined) parts.push(String(line.res.statusCode));
  if (line.responseTime !== undefined) parts.push(`${Math.round(line.responseTime)} ms`);
  if (line.msg !== undefined && line.msg !== "request") parts.push(line.msg);
  if (line.err !== undefined) parts.push(line.err.stack ?? line.err.message);
  return parts.join(" ");
}
