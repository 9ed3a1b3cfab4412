/** `wakeline login`: signs in to a server and saves the token. */

import { Command } from "commander";
import { ApiError } from "#schemas/client";
import type { AuthToken, Login, User } from "#schemas/wire";
import { configPath, loadConfig, saveConfig, withServer } from "../base/connection/config.ts";
import { defaultServer, describeApiError, openClient, parseServer, tokenOfKey } from "../base/connection/connection.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { note, writeJson } from "../base/terminal/output.ts";
import { ask, canAsk, readSecret } from "../base/terminal/prompt.ts";

interface Options {
  readonly user?: string;
  readonly passwordStdin?: true;
  readonly token?: string;
  readonly tokenStdin?: true;
  readonly withKey?: true;
  readonly json?: true;
}

interface Identity {
  readonly user: User;
  readonly authToken: Pick<AuthToken, "token" | "expires"> | { readonly token: string };
}

interface SignInLink {
  readonly id: string;
  readonly token: string;
}

export default new Command()
  .description(
    "Signs in to a server and remembers the token in a file that only you can read. Asks for login and password, unless " +
      "an option or a one-time sign-in link says who you are.",
  )
  .argument("[url]", `server, or a one-time sign-in link (default: ${defaultServer})`)
  .option("-u, --user <login>", "login or e-mail address")
  .option("--password-stdin", "read the password from standard input")
  .option("--token <token>", "use this token; others on the machine can see it, --token-stdin is safer")
  .option("--token-stdin", "read a token from standard input")
  .option("--with-key", "read an API key from standard input")
  .option("--json", "print the result as JSON")
  .action(login);

async function login(address = defaultServer, options: Options): Promise<void> {
  const link = parseLink(address);
  const url = parseServer(link === undefined ? address : new URL("/", address).href);
  let identity: Identity;
  try {
    identity = await identify(url, link, options);
  } catch (error) {
    if (error instanceof ApiError) throw describeLoginError(error, url, link !== undefined);
    throw error;
  }
  const { user, authToken } = identity;
  const expires = "expires" in authToken ? authToken.expires : undefined;
  const saved = { login: user.login, token: authToken.token, ...(expires === undefined ? {} : { expires }) };
  await saveConfig(withServer(await loadConfig(), url, saved));
  if (options.json === true) await writeJson({ server: url, login: user.login, admin: user.admin, expires });
  else note(`Signed in to ${url} as ${user.login}. The token is in ${configPath()}.`);
}

async function identify(url: string, link: SignInLink | undefined, options: Options): Promise<Identity> {
  if (options.withKey === true) {
    const authToken = await tokenOfKey(await readSecret("API key"), { url });
    return { ...(await identifyByToken(url, authToken.token)), authToken };
  }
  const token = options.token ?? (options.tokenStdin === true ? await readSecret("token") : undefined);
  if (token !== undefined) return identifyByToken(url, token);
  if (link !== undefined) return openClient(url).call("user.temporaryLogin", link, { signal: interrupted });
  return identifyByPassword(url, options);
}

async function identifyByToken(url: string, token: string): Promise<Identity> {
  const user = await openClient(url, token).call("user.me", {}, { signal: interrupted });
  if (user === null)
    throw new CliError(ExitCode.permission, `${url} does not accept this token: it is wrong or has expired.`);
  return { user, authToken: { token } };
}

async function identifyByPassword(url: string, options: Options): Promise<Login> {
  if (options.user === undefined && !canAsk()) {
    throw usageError(
      "there is no terminal to ask on: name the login with --user and send the password with --password-stdin.",
    );
  }
  const user = options.user ?? (await ask("Login: "));
  if (options.passwordStdin !== true && !canAsk()) {
    throw usageError("there is no terminal to ask on: send the password with --password-stdin.");
  }
  const password =
    options.passwordStdin === true ? await readSecret("password") : await ask("Password: ", { hidden: true });
  const credentials = Buffer.from(`${user}:${password}`, "utf8").toString("base64");
  return openClient(url).call(
    "user.login",
    {},
    { signal: interrupted, headers: { Authorization: `Basic ${credentials}` } },
  );
}

/** The content of a one-time sign-in link: `.../login?user=<id>&token=<token>`. */
function parseLink(address: string): SignInLink | undefined {
  const parameters = URL.parse(address)?.searchParams;
  const id = parameters?.get("user");
  const token = parameters?.get("token");
  return id == null || token == null ? undefined : { id, token };
}

function describeLoginError(error: ApiError, url: string, isLink: boolean): CliError {
  if (error.status !== 401) return describeApiError(error, { url });
  const reason = isLink
    ? "this link was used already or has expired; `npx wakeline admin link` makes another"
    : error.code === "login-failed"
      ? "wrong login or password"
      : error.message.replace(/\.$/, "");
  return new CliError(ExitCode.permission, `${url}: ${reason}.`, { cause: error });
}
