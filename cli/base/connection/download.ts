/**
 * Downloads a file: resumes where the connection broke or an earlier command ended, and checks its length and hash.
 */

import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import { CliError, ExitCode, fileError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { networkReason } from "./network-reason.ts";
import { note } from "../terminal/output.ts";
import { systemPath } from "../files/system-path.ts";

export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
  /** The server has said the hash, and it is this one. */
  readonly isVerified: boolean;
  /** Bytes that an earlier command had fetched; all of them when the whole file was there. */
  readonly resumedBytes: number;
}

/** How often a connection may break without receiving a byte. */
const maxTries = 6;
const firstWaitMs = 500;

/** @param onBytes receives how many bytes are there, of how many */
export async function downloadTo(
  { fetchFile, url }: Pick<Connection, "fetchFile" | "url">,
  address: string,
  path: string,
  onBytes: (done: number, total: number) => void = () => undefined,
): Promise<Downloaded> {
  const name = basename(path);
  let response: Response | undefined = await ask(fetchFile, address, name);
  const etag = response.headers.get("ETag") ?? "";
  const total = Number(response.headers.get("Content-Length") ?? Number.NaN);
  const part = join(dirname(path), `.${name}.${etag.replaceAll(/\W/g, "").slice(0, 16)}.part`);
  const hash = createHash("sha256");
  const there = await sameFile(path, etag, total);
  if (there !== undefined) {
    await response.body?.cancel();
    return there;
  }
  let done = await hashPart(part, hash, total);
  const resumedBytes = done;
  if (done > 0) {
    await response.body?.cancel();
    response = undefined;
  }
  const file = await open(systemPath(part), "a").catch((error: unknown) => {
    throw fileError("write", path, error);
  });
  try {
    for (let tries = 1; done !== total; tries += 1) {
      try {
        response ??= await ask(fetchFile, address, name, { Range: `bytes=${done}-`, "If-Range": etag });
        const isSame = (response.headers.get("ETag") ?? "") === etag;
        if (!isSame || (done > 0 && response.status !== 206)) throw changed(name);
        for await (const piece of response.body ?? []) {
          interrupted.throwIfAborted();
          await file.writeFile(piece).catch((error: unknown) => {
            throw fileError("write", path, error);
          });
          hash.update(piece);
          done += piece.byteLength;
          tries = 1;
          onBytes(done, total);
        }
        if (Number.isNaN(total) || done >= total) break;
      } catch (error) {
        interrupted.throwIfAborted();
        if (error instanceof CliError || tries >= maxTries) throw connectionLost(url, name, error);
        note(`${name}: the connection broke (${networkReason(error)}); trying again.`);
      }
      response = undefined;
      if (tries >= maxTries) break;
      await wait(firstWaitMs * 2 ** (tries - 1), undefined, { signal: interrupted });
    }
  } finally {
    await file.close();
  }
  if (!Number.isNaN(total) && done !== total) throw connectionLost(url, name);
  const sha256 = hash.digest("hex");
  const known = hashIn(etag);
  if (known !== undefined && known !== sha256) {
    await rm(systemPath(part), { force: true });
    throw new CliError(
      ExitCode.findings,
      `${name} came with other bytes than ${url} says it has (SHA-256 ${sha256.slice(0, 12)} instead of ${known.slice(0, 12)}): it was not kept; try again.`,
    );
  }
  await rename(systemPath(part), systemPath(path)).catch((error: unknown) => {
    throw fileError("write", path, error);
  });
  return { bytes: done, sha256, isVerified: known !== undefined, resumedBytes };
}

/** The file as it would be downloaded; `undefined`: it is not there, or the server does not say its hash. */
async function sameFile(path: string, etag: string, total: number): Promise<Downloaded | undefined> {
  const known = hashIn(etag);
  const facts = await stat(systemPath(path)).catch(() => undefined);
  if (known === undefined || facts === undefined || facts.size !== total) return undefined;
  const hash = createHash("sha256");
  for await (const piece of createReadStream(systemPath(path))) hash.update(piece as Buffer);
  const sha256 = hash.digest("hex");
  return sha256 === known ? { bytes: total, sha256, isVerified: true, resumedBytes: total } : undefined;
}

/** Servers that store files by their content say its hash as the tag. */
const hashIn = (etag: string): string | undefined => /^"?([0-9a-f]{64})"?$/.exec(etag)?.[1];

/** The part of the same content that an earlier command has downloaded. */
async function hashPart(part: string, hash: Hash, total: number): Promise<number> {
  const size = (await stat(systemPath(part)).catch(() => undefined))?.size ?? 0;
  if (size > total || Number.isNaN(total)) {
    await rm(systemPath(part), { force: true });
    return 0;
  }
  if (size > 0) for await (const piece of createReadStream(systemPath(part))) hash.update(piece as Buffer);
  return size;
}

async function ask(
  fetchFile: Connection["fetchFile"],
  address: string,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetchFile(address, { headers, signal: interrupted });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new CliError(ExitCode.server, `${name} cannot be downloaded: the server answers ${response.status}.`);
}

function changed(name: string): CliError {
  return new CliError(ExitCode.server, `${name} was replaced on the server while it was downloaded: try again.`);
}

function connectionLost(url: string, name: string, cause?: unknown): Error {
  if (cause instanceof CliError) return cause;
  const message = `${url} broke off in the middle of ${name}: give the command again, which goes on where it was.`;
  return new CliError(ExitCode.server, message, { cause });
}
