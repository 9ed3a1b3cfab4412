/**
 * A real server for tests: its own data folder in a temporary place, a free port, an administrator. Everything goes
 * through HTTP, as for clients, and every response is compared with the description of the API.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type ApiClient, createClient } from "#schemas";

import { readConfig, type ServerFlags } from "../../server/config.ts";
import { createSignInUrl, type RunningServer, startServer } from "../../server/main.ts";
import { describedFetch } from "./described.ts";
import { storageOf } from "./storage.ts";

export interface TestServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly url: string;
  /** Calls as the administrator. */
  readonly client: ApiClient;
  readonly token: string;
  readonly userId: string;
  /** The administrator's; "" on later starts with the same data folder. */
  readonly password: string;
  readonly dataFolder: string;
  readonly server: RunningServer;
  /** Registers a user and signs in. */
  createUser(login: string): Promise<TestUser>;
  /** A bare request; `path` is relative to the server's URL. `token: null` is an anonymous caller. */
  fetch(path: string, init?: RequestInit & { token?: string | null }): Promise<Response>;
  close(): Promise<void>;
}

export interface TestUser {
  readonly id: string;
  readonly login: string;
  readonly password: string;
  readonly token: string;
  readonly client: ApiClient;
}

export const testPassword = "correct horse";

/** Stands for the web app, whose files each get a route: a quarter of the time of a start. */
const smallWeb = fileURLToPath(new URL("small-web", import.meta.url));

/**
 * @param flags settings of the server; with `dataFolder` the data stay when the server closes; `signInAs`: a login,
 *   default `admin`
 */
export async function startTestServer(given: ServerFlags & { signInAs?: string } = {}): Promise<TestServer> {
  const { signInAs = "admin", ...flags } = given;
  const dataFolder = flags.dataFolder ?? (await mkdtemp(join(tmpdir(), "wakeline-test-")));
  const storage = await storageOf(dataFolder);
  const web = { webFolder: smallWeb };
  const defaults = { host: "127.0.0.1", port: 0, logLevel: "silent", sampleData: false, ...web, ...storage } as const;
  const server = await startServer(readConfig({ ...defaults, ...flags, dataFolder }, {}));
  const { url } = server;
  const password = server.firstStart?.password ?? "";
  const login = await signIn(server, signInAs);
  return {
    url,
    server,
    dataFolder,
    password,
    token: login.token,
    userId: login.id,
    client: clientOf(url, login.token),
    createUser: async (name) => {
      const parameters = {
        login: name,
        email: `${name}@example.org`,
        firstName: "Test",
        lastName: name,
        password: testPassword,
      };
      const user = await clientOf(url).call("user.register", parameters);
      const token = user.authToken?.token ?? "";
      return { id: user._id, login: name, password: testPassword, token, client: clientOf(url, token) };
    },
    fetch: async (path, { token = login.token, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (token !== null) headers.set("Girder-Token", token);
      return await describedFetch(`${url}${path}`, { ...init, headers });
    },
    close: async () => {
      await server.close();
      if (flags.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A client of the API; anonymous without a token. */
export function clientOf(url: string, token?: string): ApiClient {
  return createClient({ baseUrl: `${url}/api/v1/`, token: () => token, fetch: describedFetch });
}

/** With a one-time link, which also works on later starts with the same data folder. */
async function signIn({ services, url }: RunningServer, login: string): Promise<{ id: string; token: string }> {
  const link = new URL((await createSignInUrl(services, login, url)) ?? url);
  const [id, token] = [link.searchParams.get("user") ?? "", link.searchParams.get("token") ?? ""];
  const reply = await clientOf(url).call("user.temporaryLogin", { id, token });
  return { id, token: reply.authToken.token };
}
