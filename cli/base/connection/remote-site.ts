/** A site other than the one signed in to: data are read from it, never written. */

import { ApiError, type ApiClient } from "#schemas/client";
import { loadConfig } from "./config.ts";
import { type Connection, describeApiError, openConnection, parseServer, tokenOfKey } from "./connection.ts";
import { CliError, ExitCode, usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { io } from "../terminal/io.ts";
import { ask, canAsk, readSecret } from "../terminal/prompt.ts";

export interface RemoteSignIn {
  readonly withKey?: true;
  readonly user?: string;
  readonly passwordStdin?: true;
}

/** Longer than any copy takes. */
const keySessionDays = 30;

/**
 * Credentials: an API key from standard input, a login with its password, WAKELINE_SOURCE_API_KEY,
 * WAKELINE_SOURCE_TOKEN, or the session saved by `wakeline login`.
 */
export async function connectRemote(address: string, options: RemoteSignIn): Promise<Connection> {
  const url = parseServer(address);
  const { token, variable } = await remoteToken(url, options);
  const connection = openConnection(url, token);
  const named: Connection = {
    ...connection,
    ...(variable !== undefined && { tokenVariable: variable }),
    client: withSiteInErrors(connection.client, {
      url,
      ...(variable !== undefined && { tokenVariable: variable }),
    }),
  };
  const me = await named.client.call("user.me", {}, { signal: interrupted });
  if (me === null) throw notAccepted(url, "it does not accept this session, which is wrong or has expired");
  return { ...named, login: me.login };
}

async function remoteToken(
  url: string,
  { withKey, user, passwordStdin }: RemoteSignIn,
): Promise<{ readonly token: string; readonly variable?: string }> {
  const { WAKELINE_SOURCE_API_KEY: key, WAKELINE_SOURCE_TOKEN: token } = io().env;
  if (withKey === true) return await tokenOfKey(await readSecret("API key"), { url }, keySessionDays);
  if (user !== undefined) return { token: await tokenOfPassword(url, user, passwordStdin === true) };
  if (key) {
    const variable = "WAKELINE_SOURCE_API_KEY";
    return {
      ...(await tokenOfKey(key, { url, tokenVariable: variable }, keySessionDays)),
      variable,
    };
  }
  if (token) return { token, variable: "WAKELINE_SOURCE_TOKEN" };
  const saved = (await loadConfig()).servers[url];
  if (saved !== undefined) return saved;
  throw notAccepted(url, "you are not signed in to it");
}

async function tokenOfPassword(url: string, user: string, fromInput: boolean): Promise<string> {
  const { WAKELINE_SOURCE_PASSWORD: given } = io().env;
  if (!fromInput && !given && !canAsk()) {
    throw usageError(
      "there is no terminal to ask on: put the password into WAKELINE_SOURCE_PASSWORD, or send it with --password-stdin.",
    );
  }
  const password = fromInput ? await readSecret("password") : given || (await ask("Password: ", { hidden: true }));
  const credentials = Buffer.from(`${user}:${password}`, "utf8").toString("base64");
  const headers = { Authorization: `Basic ${credentials}` };
  try {
    const { client } = openConnection(url);
    return (await client.call("user.login", {}, { signal: interrupted, headers })).authToken.token;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) throw describeApiError(error, { url });
    throw new CliError(ExitCode.permission, `${url}: ${error.message}`, {
      cause: error,
    });
  }
}

function notAccepted(url: string, why: string): CliError {
  return new CliError(
    ExitCode.permission,
    `cannot read ${url}: ${why}. Put an API key of that site into WAKELINE_SOURCE_API_KEY, name a login with --user, or run ` +
      `\`wakeline login ${url}\`.`,
  );
}

/** A client whose errors name this site: messages without a name are about the other one. */
function withSiteInErrors(client: ApiClient, connection: Pick<Connection, "url" | "tokenVariable">): ApiClient {
  const named = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ApiError) throw describeApiError(error, connection);
      throw error;
    }
  };
  return {
    call: (id, args, options) => named(client.call(id, args, options)),
    callPaged: (id, args, options) => named(client.callPaged(id, args, options)),
    fetch: (id, args, options) => named(client.fetch(id, args, options)),
    url: (id, args) => client.url(id, args),
  };
}
