/**
 * The composition root: configuration -> ports -> services -> app. The command line and the tests call `startServer`;
 * nothing else in the server knows which adapters are in use (`open-ports.ts`).
 */
import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { hostname } from "node:os";

import type { Logger } from "pino";

import { lockDataFolder } from "./adapters/disk/data-folder.ts";
import { createMetrics } from "./adapters/prometheus/metrics.ts";
import { migrations } from "./adapters/sql/migrations/index.ts";
import { buildApp } from "./app.ts";
import { requireSeparate, requireOutside } from "./backup/separate-folders.ts";
import { type BackupOptions, takeBackup } from "./backup/backup.ts";
import type { Manifest } from "./backup/manifest.ts";
import { restoreBackup } from "./backup/restore.ts";
import { newObjectId } from "./base/object-id.ts";
import { withStack } from "./base/with-stack.ts";
import type { ServerConfig } from "./config.ts";
import { parseQueue } from "./domain/queues.ts";
import { closeApp, listen } from "./listening.ts";
import { createLogger } from "./log.ts";
import {
  databasePath,
  mediaOrigins,
  openBlobs,
  openDump,
  openLoad,
  openPorts,
  timedPorts,
  storagePlaces,
  usesDataFolder,
} from "./open-ports.ts";
import type { UserRecord } from "./ports/records.ts";
import { createServices, type ServiceOptions, type Services } from "./services/index.ts";
import { personalQueueOf, requireAdmitted, type WorkerCredentials } from "./services/jobs/worker-admission.ts";

export { serverUrl } from "./listening.ts";

export interface RunningServer {
  /** URL for a browser, without a trailing slash. */
  readonly url: string;
  readonly services: Services;
  readonly log: Logger;
  /** On the first start of an installation: how to sign in. */
  readonly firstStart: FirstStart | undefined;
  readonly storage: StoragePlaces;
  /** Finishes running requests and releases the data folder. */
  close(): Promise<void>;
}

/** Where the data are stored, without passwords; `null` if not used. */
export interface StoragePlaces {
  readonly dataFolder: string | null;
  readonly database: string | null;
  readonly blobs: string | null;
}

export interface FirstStart {
  readonly login: string;
  readonly password: string;
  /** Signs the administrator in once. */
  readonly signInUrl: string;
}

/** @throws Error with a message for users: data folder in use, port taken, newer database */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  const log = createLogger(config);
  return await withStack(async (opened, keep) => {
    const dataFolder = usesDataFolder(config) ? lockDataFolder(config.dataFolder) : undefined;
    opened.defer(() => dataFolder?.release());
    const metrics = createMetrics();
    const ports = timedPorts(await openPorts(config, log, opened), metrics.observer);
    const services = createServices(ports, serviceOptions(config));
    opened.defer(() => services.close());
    if (!config.newSite) await services.system.refuseLostDatabase();
    await services.uploads.dropOrphans();
    await services.jobRegistry.addMissingKeys();
    opened.defer(startSweeping(services, log));
    const sender = services.createWebhookSender((error) => log.error({ err: error }, "sending to webhooks failed"));
    sender.start();
    opened.defer(() => sender.stop());
    if (config.workerQueues.length > 0) {
      opened.defer((await startWorker(services, config, log)).close);
    }
    const app = await buildApp(services, config, log, metrics, mediaOrigins(config));
    opened.defer(() => closeApp(app, config.limits.stopTimeoutMs));
    const first = await services.users.beginFirstStart(dataFolder !== undefined);
    if (first !== undefined && config.sampleData) await addSamples(services, first.user, log);
    const url = await listen(app, config);
    dataFolder?.announce(url);
    const firstStart = first && (await describeFirstStart(services, first, config.siteUrl || url));
    if (first !== undefined) await services.users.endFirstStart();
    keep();
    return { url, services, log, firstStart, storage: storagePlaces(config), close: () => opened.disposeAsync() };
  }, reportTo(log));
}

export interface RunningWorker {
  readonly name: string;
  readonly queues: readonly string[];
  /** Resolves with the reason if its admission is revoked and it has stopped. */
  readonly refused: Promise<string>;
  /** Releases its current job. */
  close(): Promise<void>;
}

export interface WorkerIdentity extends WorkerCredentials {
  /** Also serves the queue of the key's owner. */
  readonly isPrivate: boolean;
}

/** Runs a worker of a site in a separate process. @throws Error with a message for users */
export async function startWorkerOf(
  config: ServerConfig,
  identity: WorkerIdentity = { token: "", apiKey: "", isPrivate: false },
): Promise<RunningWorker> {
  if (config.databaseUrl === "") {
    throw new Error(
      "A separate worker needs DATABASE_URL. A server with the embedded database has its worker inside: see WAKELINE_WORKER_QUEUES.",
    );
  }
  if (config.workerQueues.length === 0 && !identity.isPrivate)
    throw new Error("Name the queues to take jobs from, for example --queues convert.");
  const log = createLogger(config);
  return await withStack(async (opened, keep) => {
    const ports = await openPorts(config, log, opened);
    const services = createServices(ports, serviceOptions(config));
    opened.defer(() => services.close());
    const privateQueues = identity.isPrivate ? [await personalQueueOf(ports.database, identity.apiKey)] : [];
    const queues = [...new Set([...config.workerQueues, ...privateQueues])];
    const names = queues.map((queue) => parseQueue(queue).name);
    const admission = (): Promise<void> => requireAdmitted(ports.database, names, identity);
    await admission();
    const worker = await startWorker(services, { ...config, workerQueues: queues }, log, admission);
    opened.defer(worker.close);
    keep();
    return { ...worker, close: () => opened.disposeAsync() };
  }, reportTo(log));
}

/**
 * Provides the services of an installation without listening; a server may run on the same data folder at the same
 * time.
 * @throws Error with a message for users if there is no installation
 */
export async function withServices<T>(config: ServerConfig, use: (services: Services) => Promise<T>): Promise<T> {
  if (config.databaseUrl === "" && !existsSync(databasePath(config))) throw noInstallation(config);
  const log = createLogger(config);
  return await withStack(async (opened) => {
    const services = createServices(await openPorts(config, log, opened), serviceOptions(config));
    opened.defer(() => services.close());
    return await use(services);
  }, reportTo(log));
}

/** Takes a backup into a folder; servers may keep running. @throws Error with a message for users */
export async function backUp(config: ServerConfig, folder: string, options?: BackupOptions): Promise<Manifest> {
  if (config.databaseUrl === "" && !existsSync(databasePath(config))) throw noInstallation(config);
  if (usesDataFolder(config)) requireOutside(folder, config.dataFolder);
  return await withStack(
    async (opened) => {
      const dump = await openDump(config);
      opened.defer(() => dump.close());
      return await takeBackup(dump, await openBlobs(config, opened), folder, new Date(), options);
    },
    reportTo(createLogger(config)),
  );
}

/** Restores a backup into an empty installation. @throws Error with a message for users */
export async function restore(config: ServerConfig, folder: string, onProgress?: BackupProgress): Promise<Manifest> {
  return await withStack(
    async (opened) => {
      if (usesDataFolder(config)) {
        requireSeparate(folder, config.dataFolder);
        const dataFolder = lockDataFolder(config.dataFolder);
        opened.defer(() => dataFolder.release());
      }
      const load = await openLoad(config);
      return await restoreBackup(folder, load, await openBlobs(config, opened), onProgress);
    },
    reportTo(createLogger(config)),
  );
}

const reportTo =
  (log: Logger) =>
  (error: unknown): void =>
    log.error({ err: error }, "closing failed");

type BackupProgress = (done: number, total: number) => void;

const noInstallation = ({ dataFolder }: ServerConfig): Error =>
  new Error(`There is no installation in ${dataFolder}. Name its folder with --data or WAKELINE_DATA.`);

/** A server without examples is better than none. */
async function addSamples(services: Services, user: UserRecord, log: Logger): Promise<void> {
  log.info("creating the example datasets, once; this takes a few seconds");
  try {
    const { createSamples } = await import("./sample/create-samples.ts");
    await createSamples(services, user);
  } catch (error) {
    log.error({ err: error }, "the example datasets could not be created");
  }
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(findPackageJSON("..", import.meta.url) ?? "", "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}

/** A link that signs a user in once; `undefined` if there is no such user. */
export async function createSignInUrl(services: Services, login: string, url: string): Promise<string | undefined> {
  const created = await services.signIns.createTemporaryToken(login);
  return created && `${url}/login?user=${created.user.id}&token=${created.token.text}`;
}

function serviceOptions(config: ServerConfig): ServiceOptions {
  const { databaseUrl, blobUrl, dataFolder: _dataFolder, webFolder: _webFolder, ...rest } = config;
  const { metricsToken: _secret, smtpUrl, oidc, ldap, ...facts } = rest;
  const database = databaseUrl === "" ? "sqlite" : "postgres";
  const storage = { database, files: blobUrl === "" ? "disk" : "s3" };
  const { registrationPolicy, reportUrl } = config;
  const versions = { wakeline: readVersion(), node: process.versions.node, schema: migrations.length };
  return {
    settings: { registrationPolicy, reportUrl, sendsMail: smtpUrl !== "", signInAt: oidc?.name ?? "" },
    health: { versions, database },
    limits: config.limits,
    externalAccounts: oidc?.rules,
    directoryAccounts: ldap?.rules,
    facts: { ...facts, ...storage, oidcIssuer: oidc?.issuer ?? "", ldapUrl: ldap?.url ?? "" },
  };
}

/** @param admission decides whether it may continue; the server's own worker always may */
async function startWorker(
  services: Services,
  config: ServerConfig,
  log: Logger,
  admission?: () => Promise<void>,
): Promise<RunningWorker> {
  const served = config.workerQueues.map(parseQueue);
  const queues = served.map(({ name }) => name);
  const name = `${hostname()}:${process.pid}:${newObjectId()}`;
  const onFault = (error: unknown, what: string): void => log.error({ err: error }, what);
  const { promise: refused, resolve: onRefused } = Promise.withResolvers<string>();
  const given = { name, queues: served, onFault, onRefused, leaseMs: config.limits.workerLeaseMs };
  const worker = services.createWorker({ ...given, ...(admission && { admission }) });
  await worker.start();
  return { name, queues, refused, close: () => worker.close() };
}

const sweepIntervalMs = 10 * 60 * 1000;

/** @returns a function that stops it */
function startSweeping(services: Services, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const sweep = (): void => {
    running = services.sweep.run().then(
      (swept) => {
        log.debug({ swept }, "swept");
        if (swept.clockSetMs === 0) return;
        const how = `${swept.clockSetMs > 0 ? "ahead" : "back"} by ${Math.round(Math.abs(swept.clockSetMs) / 1000)} s`;
        log.warn(`the clock of this machine went ${how}: nothing is dropped by its age for an hour`);
      },
      (error: unknown) => log.error({ err: error }, "sweeping failed"),
    );
  };
  sweep();
  const timer = setInterval(sweep, sweepIntervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function describeFirstStart(
  services: Services,
  first: { user: { login: string }; password: string },
  url: string,
): Promise<FirstStart> {
  const signInUrl = (await createSignInUrl(services, first.user.login, url)) ?? url;
  return { login: first.user.login, password: first.password, signInUrl };
}
