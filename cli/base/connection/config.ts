/**
 * The servers this user is signed in to, with their tokens: one JSON file that only the user can read, under
 * `$XDG_CONFIG_HOME/wakeline` (`~/.config/wakeline`, `%APPDATA%\wakeline` on Windows). Each profile has a file of its
 * own.
 */

import { chmod, open, readFile, realpath, rename } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { makeFolder } from "../files/make-folder.ts";
import { fileError, systemErrorCode, usageError } from "../process/errors.ts";
import { io } from "../terminal/io.ts";

export interface SavedServer {
  readonly login: string;
  readonly token: string;
  /** ISO 8601; absent when the server did not say. */
  readonly expires?: string;
}

export interface Config {
  /** The server that commands use when none is named; one of the keys of `servers`. */
  readonly current?: string;
  /** By url, without a trailing slash. */
  readonly servers: Readonly<Record<string, SavedServer>>;
}

const empty: Config = { servers: {} };

export function configPath(): string {
  const { XDG_CONFIG_HOME, APPDATA } = io().env;
  const folder = XDG_CONFIG_HOME || (process.platform === "win32" && APPDATA) || join(homedir(), ".config");
  const profile = profileName();
  return profile === undefined
    ? join(folder, "wakeline", "servers.json")
    : join(folder, "wakeline", "profiles", `${profile}.json`);
}

/** A profile has its own servers, and one of them is its current one. */
export function profileName(): string | undefined {
  const { WAKELINE_PROFILE: name } = io().env;
  if (!name) return undefined;
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    throw usageError(`"${name}" is not a valid profile name: use letters, digits, dots, dashes and underscores.`);
  return name;
}

/** The command that signs the user in again. */
export function loginCommand(url: string): string {
  const profile = profileName();
  return `wakeline ${profile === undefined ? "" : `--profile ${profile} `}login ${url}`;
}

export async function loadConfig(): Promise<Config> {
  const path = configPath();
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return empty;
    throw fileError("read", path, error);
  }
  try {
    const config: unknown = JSON.parse(text);
    if (isConfig(config)) return config;
  } catch {
    // Not JSON: the same message as for JSON of another shape.
  }
  throw usageError(`${path} is not a list of servers: delete it and run \`wakeline login\` again.`);
}

function isConfig(value: unknown): value is Config {
  if (typeof value !== "object" || value === null || !("servers" in value)) return false;
  const { servers } = value;
  return (
    typeof servers === "object" &&
    servers !== null &&
    Object.values(servers).every((server: unknown) => {
      const saved = server as Partial<SavedServer> | null;
      return typeof saved?.login === "string" && typeof saved.token === "string";
    })
  );
}

/** Replaces the file atomically: a crash leaves the old or the new one, never half of it. */
export async function saveConfig(config: Config): Promise<void> {
  let path = configPath();
  try {
    await makeFolder(dirname(path), 0o700);
    path = await realpath(path).catch(() => path);
    const draft = `${path}.${process.pid}.tmp`;
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(config, undefined, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    throw fileError("write", path, error);
  }
}

export function withServer(config: Config, url: string, server: SavedServer): Config {
  return { current: url, servers: { ...config.servers, [url]: server } };
}

/** No other server becomes the current one: the user has not chosen it. */
export function withoutServer(config: Config, url: string): Config {
  const { [url]: _removed, ...servers } = config.servers;
  const { current } = config;
  return current === undefined || current === url ? { servers } : { current, servers };
}
