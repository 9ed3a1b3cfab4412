/**
 * Settings of an installation, with defaults that make `wakeline serve` work without any. Every setting has an
 * environment variable; docs/operation/settings.md lists them.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { isLoopbackAddress } from "./base/loopback.ts";
import { boolean, choice, integer, webAddress } from "./env-values.ts";
import { ldapConfig, type LdapConfig, type OidcConfig, oidcConfig } from "./identity-config.ts";

const mib = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

export interface ServerConfig {
  /** Address to listen on. The default is reachable only from this machine. */
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
  /** Host names that a server on the loopback address accepts in addition to those of this machine. */
  readonly publicHosts: readonly string[];
  /** Trust `X-Forwarded-*` headers: set it behind a reverse proxy, and only there. */
  readonly trustProxy: boolean;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
  /** `pretty`: short lines for people; `json`: one object per line. */
  readonly logFormat: "pretty" | "json";
  /** Who may create an account. */
  readonly registrationPolicy: "open" | "closed" | "approve";
  /** Whether responses are compressed for clients that accept it; `auto`: not for clients on this machine. */
  readonly compression: "auto" | "always" | "never";
  /** Create the example datasets when the installation starts for the first time. */
  readonly sampleData: boolean;
  /** Start a new site although the file storage contains files of another one. */
  readonly newSite: boolean;
  /** Bearer token that a collector of `/metrics` must send; empty: only this machine has access. */
  readonly metricsToken: string;
  /**
   * Queues from which a worker inside the server takes jobs, each with the number of jobs it runs at once
   * (`domain/queues.ts`); empty: workers run elsewhere.
   */
  readonly workerQueues: readonly string[];
  /** Folder of programs that run pipelines; empty: built-in pipelines only. */
  readonly pipelinesFolder: string;
  /** Folders and `s3://` URLs from which administrators may import media in place. */
  readonly mediaRoots: readonly string[];
  /** Hosts, with ports, that webhooks may call although they are not public. */
  readonly webhookHosts: readonly string[];
  /** Folder of ffmpeg and ffprobe; empty: searched in PATH. */
  readonly ffmpegFolder: string;
  /** URL to which the web app reports errors and opened pages; empty: none. */
  readonly reportUrl: string;
  /** `smtp://user:password@host:port` or `smtps://…`: the mail server; empty: no mail is sent. */
  readonly smtpUrl: string;
  /** Sender address of mails. */
  readonly mailFrom: string;
  /** Public URL of the site, without a trailing slash: base of links in mails, regardless of the request's host. */
  readonly siteUrl: string;
  /** External identity provider; `undefined`: none. */
  readonly oidc: OidcConfig | undefined;
  /** Directory that checks passwords; `undefined`: none. */
  readonly ldap: LdapConfig | undefined;
  readonly limits: Limits;
}

export interface Limits {
  /** Maximum bytes of a form. */
  readonly maxFormBytes: number;
  /** Maximum bytes of a JSON document: a save of very many tracks. */
  readonly maxJsonBytes: number;
  /** Maximum bytes of an uploaded file. */
  readonly maxUploadBytes: number;
  /** Maximum unpacked size that an uploaded archive may declare, in bytes. */
  readonly maxArchiveBytes: number;
  /** Maximum pixels of an image that gets tiles. */
  readonly maxImagePixels: number;
  /** Minimum bytes of every chunk of an upload except the last; 0: any size. */
  readonly minChunkBytes: number;
  /** Milliseconds after which an upload that is not continued is removed. */
  readonly uploadLifetimeMs: number;
  /** Milliseconds that a client may take to send the head of a request. */
  readonly headersTimeoutMs: number;
  /** Milliseconds that a form or JSON document may take to arrive. */
  readonly bodyTimeoutMs: number;
  /** Minimum bytes per second of its body, on average over half a minute; 0: no minimum. */
  readonly minBodyBytesPerS: number;
  /** Milliseconds that any request may take to arrive completely, including uploads. */
  readonly requestTimeoutMs: number;
  /** Milliseconds that a connection may be idle: long enough for a slow import. */
  readonly idleTimeoutMs: number;
  /** Milliseconds that a stopping server waits for responses in progress. */
  readonly stopTimeoutMs: number;
  /** Milliseconds that a program started by a job may run. */
  readonly jobTimeoutMs: number;
  /** Bytes of memory it may use. */
  readonly jobMemoryBytes: number;
  /** Milliseconds without a heartbeat after which a worker's job is given to another one. */
  readonly workerLeaseMs: number;
}

/** Settings given by code, tests or command line flags; they override the environment. */
export type ServerFlags = { readonly [K in keyof Omit<ServerConfig, "limits">]?: ServerConfig[K] | undefined } & {
  readonly limits?: Partial<Limits>;
};

/** @throws Error that names the variable whose value is invalid */
export function readConfig(flags: ServerFlags = {}, env: NodeJS.ProcessEnv = process.env): ServerConfig {
  const host = flags.host ?? env["WAKELINE_HOST"] ?? "127.0.0.1";
  const isLocal = isLoopbackAddress(host);
  const databaseUrl = flags.databaseUrl ?? env["DATABASE_URL"] ?? "";
  if (databaseUrl !== "" && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error(`DATABASE_URL must start with postgres://. Leave it out to use the embedded database.`);
  }
  const blobUrl = flags.blobUrl ?? env["BLOB_URL"] ?? "";
  const smtpUrl = flags.smtpUrl ?? env["WAKELINE_SMTP_URL"] ?? "";
  // The value may contain a password, so it is not repeated.
  if (smtpUrl !== "" && !(URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol))) {
    throw new Error("WAKELINE_SMTP_URL must be a URL that begins with smtp:// or smtps://.");
  }
  const mailFrom = flags.mailFrom ?? env["WAKELINE_MAIL_FROM"] ?? "";
  const siteUrl = webAddress("WAKELINE_SITE_URL", flags.siteUrl ?? env["WAKELINE_SITE_URL"] ?? "").replace(/\/+$/, "");
  if (smtpUrl !== "" && (mailFrom === "" || siteUrl === "")) {
    throw new Error(
      "WAKELINE_SMTP_URL needs WAKELINE_MAIL_FROM, the sender of mails, and WAKELINE_SITE_URL, the base of their links.",
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
    ldap: flags.ldap ?? ldapConfig(env),
    limits: {
      maxFormBytes: integer(env, "WAKELINE_MAX_FORM_BYTES", 16 * mib),
      maxJsonBytes: integer(env, "WAKELINE_MAX_JSON_BYTES", 512 * mib),
      maxUploadBytes: integer(env, "WAKELINE_MAX_UPLOAD_BYTES", 1024 * 1024 * mib),
      maxArchiveBytes: integer(env, "WAKELINE_MAX_ARCHIVE_BYTES", 1024 * 1024 * mib),
      maxImagePixels: integer(env, "WAKELINE_MAX_IMAGE_PIXELS", 2 ** 32),
      // Chunks become parts of an object, for which S3 has a minimum size.
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

/** Paths can contain any other separator, URLs a colon. */
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
