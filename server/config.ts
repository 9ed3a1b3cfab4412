/**
 * What an installation can set, with the defaults that make `wakeline serve` work with nothing set. Every setting has an
 * environment variable; docs/operation/settings.md lists them.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { isLoopbackAddress } from "./base/loopback.ts";

const mib = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

export interface ServerConfig {
  /** Address to listen on. Only this machine can reach the default. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of the embedded database and the stored files. */
  readonly dataFolder: string;
  /** `postgres://…`; empty: the embedded database in the data folder. */
  readonly databaseUrl: string;
  /** `s3://…`, see adapters/s3/location.ts; empty: the data folder. */
  readonly blobUrl: string;
  /** Folder of the built web app. */
  readonly webFolder: string;
  /** Host names that a server on the loopback address answers to besides those of this machine. */
  readonly publicHosts: readonly string[];
  /** Believe `X-Forwarded-*` headers: set it behind a reverse proxy, and only there. */
  readonly trustProxy: boolean;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
  /** `pretty`: short lines for people; `json`: one object a line. */
  readonly logFormat: "pretty" | "json";
  /** Who may create an account. */
  readonly registrationPolicy: "open" | "closed" | "approve";
  /** Whether answers are compressed for clients that take it; `auto`: not for those on this machine. */
  readonly compression: "auto" | "always" | "never";
  /** Create the example datasets when the installation starts for the first time. */
  readonly sampleData: boolean;
  /** Begin a new site although the file storage holds files of another one. */
  readonly newSite: boolean;
  /** What a collector of `/metrics` shows as its bearer token; empty: only this machine may ask. */
  readonly metricsToken: string;
  /**
   * Queues that a worker inside the server takes jobs from, each with how many of its jobs it runs at once
   * (`domain/queues.ts`); empty: workers run elsewhere.
   */
  readonly workerQueues: readonly string[];
  /** Folder of programs that run pipelines; empty: only those run that come with the product. */
  readonly pipelinesFolder: string;
  /** Folders and `s3://` addresses that administrators may import media from in place. */
  readonly mediaRoots: readonly string[];
  /** Hosts, with ports, that webhooks may call although they are not public. */
  readonly webhookHosts: readonly string[];
  /** Folder of ffmpeg and ffprobe; empty: those of PATH. */
  readonly ffmpegFolder: string;
  /** Where the web app reports errors and opened pages; empty: nowhere. */
  readonly reportUrl: string;
  /** `smtp://user:password@host:port` or `smtps://…`: the server that takes mail; empty: no mail is sent. */
  readonly smtpUrl: string;
  /** Sender of mails. */
  readonly mailFrom: string;
  /**
   * Where people reach the site, without a trailing slash: links in mails lead there, whatever a request calls the
   * server.
   */
  readonly siteUrl: string;
  /** Where people sign in besides here; `undefined`: nowhere. */
  readonly oidc: OidcConfig | undefined;
  readonly limits: Limits;
}

/** An identity provider, and what becomes of the people it vouches for. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** On the button. */
  readonly name: string;
  /** Parted by spaces. */
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly rules: {
    readonly accounts: "create" | "approve" | "existing";
    readonly linkByEmail: boolean;
    readonly adminGroup: string;
    readonly groups: ReadonlyMap<string, string>;
  };
}

export interface Limits {
  /** Bytes of a form. */
  readonly maxFormBytes: number;
  /** Bytes of a JSON document: a save of very many tracks. */
  readonly maxJsonBytes: number;
  /** Bytes of one uploaded file. */
  readonly maxUploadBytes: number;
  /** Bytes that an uploaded archive may claim to have when it is unpacked. */
  readonly maxArchiveBytes: number;
  /** Pixels of an image that tiles are made of. */
  readonly maxImagePixels: number;
  /** Bytes that every chunk of an upload but the last must have; 0 takes any. */
  readonly minChunkBytes: number;
  /** Milliseconds after which an upload that is not continued is dropped. */
  readonly uploadLifetimeMs: number;
  /** Milliseconds that a client may take to send the head of a request. */
  readonly headersTimeoutMs: number;
  /** Milliseconds that a form or JSON document may take to arrive. */
  readonly bodyTimeoutMs: number;
  /** Bytes a second that it brings at least, on average over half a minute; 0: any number. */
  readonly minBodyBytesPerS: number;
  /** Milliseconds that any request may take to arrive as a whole, uploads too. */
  readonly requestTimeoutMs: number;
  /** Milliseconds that a connection may be silent: long enough for an import that takes its time. */
  readonly idleTimeoutMs: number;
  /** Milliseconds that a stopping server waits for answers on their way. */
  readonly stopTimeoutMs: number;
  /** Milliseconds that a program which a job starts may run. */
  readonly jobTimeoutMs: number;
  /** Bytes of memory that it may use. */
  readonly jobMemoryBytes: number;
  /** Milliseconds without a sign of life after which a worker's job is begun again by another one. */
  readonly workerLeaseMs: number;
}

/** Settings given by code, tests or command line flags; they win over the environment. */
export type ServerFlags = { readonly [K in keyof Omit<ServerConfig, "limits">]?: ServerConfig[K] | undefined } & {
  readonly limits?: Partial<Limits>;
};

/** @throws Error that names the variable whose value cannot be used */
export function readConfig(flags: ServerFlags = {}, env: NodeJS.ProcessEnv = process.env): ServerConfig {
  const host = flags.host ?? env["WAKELINE_HOST"] ?? "127.0.0.1";
  const isLocal = isLoopbackAddress(host);
  const databaseUrl = flags.databaseUrl ?? env["DATABASE_URL"] ?? "";
  if (databaseUrl !== "" && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error(`DATABASE_URL must start with postgres://. Leave it out to use the embedded database.`);
  }
  const blobUrl = flags.blobUrl ?? env["BLOB_URL"] ?? "";
  const smtpUrl = flags.smtpUrl ?? env["WAKELINE_SMTP_URL"] ?? "";
  // The value may hold a password: it is not repeated.
  if (smtpUrl !== "" && !(URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol))) {
    throw new Error("WAKELINE_SMTP_URL must be an address that begins with smtp:// or smtps://.");
  }
  const mailFrom = flags.mailFrom ?? env["WAKELINE_MAIL_FROM"] ?? "";
  const siteUrl = webAddress("WAKELINE_SITE_URL", flags.siteUrl ?? env["WAKELINE_SITE_URL"] ?? "").replace(/\/+$/, "");
  if (smtpUrl !== "" && (mailFrom === "" || siteUrl === "")) {
    throw new Error(
      "WAKELINE_SMTP_URL needs WAKELINE_MAIL_FROM, the sender of mails, and WAKELINE_SITE_URL, where their links lead.",
    );
  }
  return {
    host,
    port: flags.port ?? integer(env, "WAKELINE_PORT", 8010, 65_535),
    dataFolder: resolve(flags.dataFolder ?? env["WAKELINE_DATA"] ?? ".wakeline"),
    databaseUrl,
    blobUrl,
    webFolder: resolve(
      flags.webFolder ?? env["WAKELINE_WEB"] ?? fileURLToPath(new URL("../dist/web", import.meta.url)),
    ),
    publicHosts: flags.publicHosts ?? list(env["WAKELINE_PUBLIC_HOSTS"]),
    trustProxy: flags.trustProxy ?? boolean(env, "WAKELINE_TRUST_PROXY", false),
    logLevel:
      flags.logLevel ??
      choice(env, "WAKELINE_LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "silent"], "info"),
    logFormat:
      flags.logFormat ??
      choice(env, "WAKELINE_LOG_FORMAT", ["pretty", "json"], process.stdout.isTTY ? "pretty" : "json"),
    registrationPolicy:
      flags.registrationPolicy ??
      choice(env, "WAKELINE_REGISTRATION", ["open", "closed", "approve"], isLocal ? "open" : "closed"),
    compression: flags.compression ?? choice(env, "WAKELINE_COMPRESSION", ["auto", "always", "never"], "auto"),
    sampleData: flags.sampleData ?? boolean(env, "WAKELINE_SAMPLE_DATA", true),
    newSite: flags.newSite ?? boolean(env, "WAKELINE_NEW_SITE", false),
    metricsToken: flags.metricsToken ?? env["WAKELINE_METRICS_TOKEN"] ?? "",
    workerQueues: flags.workerQueues ?? list(env["WAKELINE_WORKER_QUEUES"] ?? "convert,pipelines,training"),
    pipelinesFolder: flags.pipelinesFolder ?? env["WAKELINE_PIPELINES"] ?? "",
    mediaRoots: flags.mediaRoots ?? places(env["WAKELINE_MEDIA_ROOTS"]),
    webhookHosts: flags.webhookHosts ?? list(env["WAKELINE_WEBHOOK_HOSTS"] ?? ""),
    ffmpegFolder: flags.ffmpegFolder ?? env["WAKELINE_FFMPEG"] ?? "",
    reportUrl: webAddress("WAKELINE_REPORT_URL", flags.reportUrl ?? env["WAKELINE_REPORT_URL"] ?? ""),
    smtpUrl,
    mailFrom,
    siteUrl,
    oidc: flags.oidc ?? oidcConfig(env, siteUrl),
    limits: {
      maxFormBytes: integer(env, "WAKELINE_MAX_FORM_BYTES", 16 * mib),
      maxJsonBytes: integer(env, "WAKELINE_MAX_JSON_BYTES", 512 * mib),
      maxUploadBytes: integer(env, "WAKELINE_MAX_UPLOAD_BYTES", 1024 * 1024 * mib),
      maxArchiveBytes: integer(env, "WAKELINE_MAX_ARCHIVE_BYTES", 1024 * 1024 * mib),
      maxImagePixels: integer(env, "WAKELINE_MAX_IMAGE_PIXELS", 2 ** 32),
      // Chunks become parts of an object, and S3 takes no smaller ones.
      minChunkBytes: integer(env, "WAKELINE_MIN_CHUNK_BYTES", blobUrl === "" ? 0 : 5 * mib),
      uploadLifetimeMs: integer(env, "WAKELINE_UPLOAD_LIFETIME_MS", dayMs),
      headersTimeoutMs: integer(env, "WAKELINE_HEADERS_TIMEOUT_MS", 60_000),
      bodyTimeoutMs: integer(env, "WAKELINE_BODY_TIMEOUT_MS", 600_000),
      minBodyBytesPerS: integer(env, "WAKELINE_MIN_BODY_RATE", 1024),
      requestTimeoutMs: integer(env, "WAKELINE_REQUEST_TIMEOUT_MS", dayMs),
      idleTimeoutMs: integer(env, "WAKELINE_IDLE_TIMEOUT_MS", 600_000),
      stopTimeoutMs: integer(env, "WAKELINE_STOP_TIMEOUT_MS", 10_000),
      jobTimeoutMs: integer(env, "WAKELINE_JOB_TIMEOUT_MS", dayMs / 4),
      jobMemoryBytes: integer(env, "WAKELINE_JOB_MEMORY_BYTES", 4096 * mib),
      workerLeaseMs: integer(env, "WAKELINE_WORKER_LEASE_MS", 30_000),
      ...flags.limits,
    },
  };
}

function oidcConfig(env: NodeJS.ProcessEnv, siteUrl: string): OidcConfig | undefined {
  const issuer = webAddress("WAKELINE_OIDC_ISSUER", env["WAKELINE_OIDC_ISSUER"] ?? "");
  if (issuer === "") return undefined;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "http:" && !isLoopbackAddress(hostname)) {
    throw new Error(
      "WAKELINE_OIDC_ISSUER must begin with https://: what the provider says must not be forged on its way.",
    );
  }
  const clientId = env["WAKELINE_OIDC_CLIENT_ID"] ?? "";
  const clientSecret = env["WAKELINE_OIDC_CLIENT_SECRET"] ?? "";
  if (clientId === "" || clientSecret === "" || siteUrl === "") {
    throw new Error(
      "WAKELINE_OIDC_ISSUER needs WAKELINE_OIDC_CLIENT_ID and WAKELINE_OIDC_CLIENT_SECRET, which the provider gives you, and WAKELINE_SITE_URL, where it sends people back.",
    );
  }
  return {
    ...{ issuer, clientId, clientSecret },
    name: env["WAKELINE_OIDC_NAME"] || hostname,
    scopes: env["WAKELINE_OIDC_SCOPES"] || "openid profile email",
    groupsClaim: env["WAKELINE_OIDC_GROUPS_CLAIM"] || "groups",
    rules: {
      accounts: choice(env, "WAKELINE_OIDC_ACCOUNTS", ["create", "approve", "existing"], "create"),
      linkByEmail: boolean(env, "WAKELINE_OIDC_LINK_BY_EMAIL", false),
      adminGroup: env["WAKELINE_OIDC_ADMIN_GROUP"] ?? "",
      groups: groupPairs(env["WAKELINE_OIDC_GROUPS"] ?? ""),
    },
  };
}

/** `theirs=ours,theirs=ours`; a name alone is the same on both sides. */
function groupPairs(text: string): ReadonlyMap<string, string> {
  const names = text.split(",").map((part) => part.trim());
  return new Map(
    names
      .filter((part) => part !== "")
      .map((part) => {
        const [theirs = "", ours = theirs] = part.split("=").map((name) => name.trim());
        if (theirs === "" || ours === "") {
          throw new Error(`WAKELINE_OIDC_GROUPS must list pairs such as staff=Annotators, not "${part}".`);
        }
        return [theirs, ours];
      }),
  );
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0 || value > max) {
    throw new Error(`${name} must be a whole number from 0 to ${max}, not "${text}".`);
  }
  return value;
}

function webAddress(name: string, text: string): string {
  if (text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
  throw new Error(`${name} must be an address that begins with https:// or http://, not "${text}".`);
}

function boolean(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (["1", "true", "yes", "on"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no", "off"].includes(text.toLowerCase())) return false;
  throw new Error(`${name} must be true or false, not "${text}".`);
}

function choice<const T extends readonly string[]>(
  env: NodeJS.ProcessEnv,
  name: string,
  values: T,
  fallback: T[number],
): T[number] {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!values.includes(text)) throw new Error(`${name} must be one of ${values.join(", ")}, not "${text}".`);
  return text;
}

/** Paths can hold any other separator, addresses a colon. */
const places = (text: string | undefined): string[] =>
  (text ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("s3://") ? part : resolve(part)));

const list = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
