/**
 * The composition root: configuration -> ports -> services -> app. `startServer` is what the command line and the tests
 * call; nothing else in the server knows which adapters are in use.
 */
import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

import { openDiskBlobStore } from "./adapters/disk/blob-store.ts";
import { builtinEngine } from "./adapters/builtin/engine.ts";
import { builtinTrainer } from "./adapters/builtin/trainer.ts";
import { addonStore } from "./adapters/command/addons.ts";
import { commandEngine } from "./adapters/command/engine.ts";
import { commandTrainer } from "./adapters/command/trainer.ts";
import { cacheFolder } from "./adapters/disk/cache-folder.ts";
import { announcedUrl, lockDataFolder } from "./adapters/disk/data-folder.ts";
import { guardedFetcher } from "./adapters/http/guarded-fetcher.ts";
import { videoConverter } from "./adapters/ffmpeg/convert-video.ts";
import { findFfmpeg, systemPrograms, wasmPrograms } from "./adapters/ffmpeg/programs.ts";
import { createVideoProbe } from "./adapters/mediabunny/probe-video.ts";
import { memoryEventBus } from "./adapters/memory/event-bus.ts";
import { createMetrics } from "./adapters/prometheus/metrics.ts";
import { buildPyramid } from "./adapters/sharp/build-pyramid.ts";
import { imageDecoder } from "./adapters/sharp/decode-image.ts";
import { tilePainter } from "./adapters/sharp/draw-tiles.ts";
import { smtpMailer } from "./adapters/smtp/mailer.ts";
import { migrations } from "./adapters/sql/migrations/index.ts";
import { openSqliteDatabase } from "./adapters/sqlite/database.ts";
import { dumpSqlite, loadSqlite } from "./adapters/sqlite/dump.ts";
import { timedBlobs } from "./adapters/timed/blob-store.ts";
import { timedDatabase } from "./adapters/timed/database.ts";
import { buildApp } from "./app.ts";
import { takeBackup } from "./backup/backup.ts";
import type { Manifest } from "./backup/manifest.ts";
import { restoreBackup } from "./backup/restore.ts";
import { newObjectId } from "./base/object-id.ts";
import type { ServerConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import type { BlobStore } from "./ports/blob-store.ts";
import type { ByteCache } from "./ports/byte-cache.ts";
import type { Database } from "./ports/database.ts";
import type { DatabaseDump, DumpedTable } from "./ports/database-dump.ts";
import type { EventBus } from "./ports/event-bus.ts";
import type { LargeImages } from "./ports/large-image.ts";
import type { Observer } from "./ports/observer.ts";
import type { Ports } from "./ports/index.ts";
import type { UserRecord } from "./ports/records.ts";
import { createServices, type ServiceOptions, type Services } from "./services/index.ts";
import { ownQueueOf, requireAdmitted, type WorkerCredentials } from "./services/worker-admission.ts";

export interface RunningServer {
  /** Where a browser reaches it, without a trailing slash. */
  readonly url: string;
  readonly services: Services;
  readonly log: Logger;
  /** On the first start of an installation: how to sign in. */
  readonly firstStart: FirstStart | undefined;
  /** Finishes what runs and lets go of the data folder. */
  close(): Promise<void>;
}

export interface FirstStart {
  readonly login: string;
  readonly password: string;
  /** Signs the administrator in once. */
  readonly signInUrl: string;
}

/** @throws Error with a text for people: data folder in use, port taken, newer database */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  const log = createLogger(config);
  const cleanUps: CleanUp[] = [];
  const dataFolder = usesDataFolder(config) ? lockDataFolder(config.dataFolder) : undefined;
  cleanUps.push(() => dataFolder?.release());
  const close = (): Promise<void> => runAll(cleanUps);
  try {
    const metrics = createMetrics();
    const ports = timedPorts(await openPorts(config, log, cleanUps), metrics.observer);
    const services = createServices(ports, serviceOptions(config));
    cleanUps.push(() => services.close());
    if (!config.newSite) await services.system.refuseLostDatabase();
    await services.uploads.dropOrphans();
    cleanUps.push(startSweeping(services, log));
    if (config.workerQueues.length > 0) {
      cleanUps.push((await startWorker(services, config, log)).close);
    }
    const app = await buildApp(services, config, log, metrics);
    cleanUps.push(() => closeApp(app, config.limits.stopTimeoutMs));
    const first = await services.users.beginFirstStart();
    if (first !== undefined && config.sampleData) await addSamples(services, first.user, log);
    const url = await listen(app, config);
    dataFolder?.announce(url);
    const firstStart = first && (await describeFirstStart(services, first, url));
    if (first !== undefined) await services.users.endFirstStart();
    return { url, services, log, firstStart, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface RunningWorker {
  readonly name: string;
  readonly queues: readonly string[];
  /** Resolves with the reason when it may not work any more, and has stopped. */
  readonly refused: Promise<string>;
  /** Gives back the job that it has. */
  close(): Promise<void>;
}

export interface WorkerIdentity extends WorkerCredentials {
  /** Serves the queue of the key's owner too. */
  readonly isPrivate: boolean;
}

/** A worker of a site, in a process of its own. @throws Error with a text for people */
export async function startWorkerOf(
  config: ServerConfig,
  identity: WorkerIdentity = { token: "", apiKey: "", isPrivate: false },
): Promise<RunningWorker> {
  if (config.databaseUrl === "") {
    throw new Error(
      "A worker of its own needs DATABASE_URL. A server with the embedded database has its worker inside: see WAKELINE_WORKER_QUEUES.",
    );
  }
  if (config.workerQueues.length === 0 && !identity.isPrivate)
    throw new Error("Name the queues to take jobs from, for example --queues convert.");
  const log = createLogger(config);
  const cleanUps: CleanUp[] = [];
  try {
    const ports = await openPorts(config, log, cleanUps);
    const services = createServices(ports, serviceOptions(config));
    cleanUps.push(() => services.close());
    const own = identity.isPrivate ? [await ownQueueOf(ports.database, identity.apiKey)] : [];
    const queues = [...new Set([...config.workerQueues, ...own])];
    const admission = (): Promise<void> => requireAdmitted(ports.database, queues, identity);
    await admission();
    const worker = await startWorker(services, { ...config, workerQueues: queues }, log, admission);
    cleanUps.push(worker.close);
    return { ...worker, close: () => runAll(cleanUps) };
  } catch (error) {
    await runAll(cleanUps);
    throw error;
  }
}

/**
 * Lends the services of an installation without listening; a server may run on the same data folder meanwhile.
 * @throws Error with a text for people when there is no installation
 */
export async function withServices<T>(config: ServerConfig, use: (services: Services) => Promise<T>): Promise<T> {
  if (config.databaseUrl === "" && !existsSync(databasePath(config))) throw noInstallation(config);
  const cleanUps: CleanUp[] = [];
  try {
    const ports = await openPorts(config, createLogger(config), cleanUps);
    const services = createServices(ports, serviceOptions(config));
    cleanUps.push(() => services.close());
    return await use(services);
  } finally {
    await runAll(cleanUps);
  }
}

/** Takes a backup into a folder; servers may run meanwhile. @throws Error with a text for people */
export async function backUp(config: ServerConfig, folder: string, onProgress?: BackupProgress): Promise<Manifest> {
  if (config.databaseUrl === "" && !existsSync(databasePath(config))) throw noInstallation(config);
  const cleanUps: CleanUp[] = [];
  try {
    const dump = await openDump(config);
    cleanUps.push(() => dump.close());
    return await takeBackup(dump, await openBlobs(config, cleanUps), folder, new Date(), onProgress);
  } finally {
    await runAll(cleanUps);
  }
}

/** Brings a backup into an installation that is empty. @throws Error with a text for people */
export async function restore(config: ServerConfig, folder: string, onProgress?: BackupProgress): Promise<Manifest> {
  const cleanUps: CleanUp[] = [];
  if (usesDataFolder(config)) {
    const dataFolder = lockDataFolder(config.dataFolder);
    cleanUps.push(() => dataFolder.release());
  }
  try {
    const load = await openLoad(config);
    return await restoreBackup(folder, load, await openBlobs(config, cleanUps), onProgress);
  } finally {
    await runAll(cleanUps);
  }
}

type BackupProgress = (done: number, total: number) => void;

async function openDump(config: ServerConfig): Promise<DatabaseDump> {
  if (config.databaseUrl === "") return dumpSqlite(databasePath(config));
  const { dumpPostgres } = await import("./adapters/postgres/dump.ts");
  return await dumpPostgres(config.databaseUrl);
}

async function openLoad(
  config: ServerConfig,
): Promise<(schema: number, tables: AsyncIterable<DumpedTable>) => Promise<void>> {
  if (config.databaseUrl === "") return (schema, tables) => loadSqlite(databasePath(config), schema, tables);
  const { loadPostgres } = await import("./adapters/postgres/dump.ts");
  return (schema, tables) => loadPostgres(config.databaseUrl, schema, tables);
}

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

/** A link that signs somebody in once; `undefined` when there is no such user. */
export async function createSignInUrl(services: Services, login: string, url: string): Promise<string | undefined> {
  const created = await services.signIns.createTemporaryToken(login);
  return created && `${url}/login?user=${created.user.id}&token=${created.token.text}`;
}

function serviceOptions(config: ServerConfig): ServiceOptions {
  const { databaseUrl, blobUrl, dataFolder: _dataFolder, webFolder: _webFolder, ...rest } = config;
  const { metricsToken: _secret, smtpUrl, ...facts } = rest;
  const database = databaseUrl === "" ? "sqlite" : "postgres";
  const storage = { database, files: blobUrl === "" ? "disk" : "s3" };
  const { registrationPolicy, reportUrl } = config;
  const versions = { wakeline: readVersion(), node: process.versions.node, schema: migrations.length };
  return {
    settings: { registrationPolicy, reportUrl, sendsMail: smtpUrl !== "" },
    health: { versions, database },
    limits: config.limits,
    facts: { ...facts, ...storage },
  };
}

/** Of images of annotations. */
const mostImageBytes = 1024 ** 3;

const databasePath = (config: ServerConfig): string => join(config.dataFolder, "wakeline.db");

const usesDataFolder = (config: ServerConfig): boolean => config.databaseUrl === "" || config.blobUrl === "";

type CleanUp = () => Promise<void> | void;

/** The last one first. */
async function runAll(cleanUps: CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

/** Chooses the adapters; those of larger sites are loaded only there. @param cleanUps gets how to close what was opened */
async function openPorts(config: ServerConfig, log: Logger, cleanUps: CleanUp[]): Promise<Ports> {
  const database = await openDatabase(config, log);
  cleanUps.push(() => database.close());
  const blobs = await openBlobs(config, cleanUps);
  const runners = programs(config);
  // A manifest that is wrong is said now, not to somebody who looks for a pipeline.
  for (const engine of runners.pipelineEngines) await engine.list();
  const events = await openEvents(config, log);
  cleanUps.push(() => events.close());
  const { smtpUrl, mailFrom, siteUrl } = config;
  const mailer = smtpUrl === "" ? undefined : smtpMailer({ url: smtpUrl, from: mailFrom, siteUrl }, log);
  if (mailer !== undefined) cleanUps.push(() => mailer.close());
  return {
    ...(mailer !== undefined && { mailer }),
    database,
    blobs,
    annotationImages: annotationImagesOf(config, cleanUps),
    events,
    clock: { nowMs: () => Date.now(), steadyMs: () => performance.now() },
    ids: { next: () => newObjectId() },
    urls: guardedFetcher(),
    videoProbe: createVideoProbe(),
    imageDecoder: imageDecoder(),
    largeImages: largeImagesOf(config),
    ...runners,
  };
}

/** What runs in jobs, within their limits. */
function programs({
  ffmpegFolder,
  pipelinesFolder,
  limits: given,
}: ServerConfig): Pick<Ports, "addons" | "pipelineEngines" | "trainingEngines" | "videoConverter"> {
  const found = ffmpegFolder === "" ? findFfmpeg() : findFfmpeg([ffmpegFolder]);
  const { jobTimeoutMs: timeoutMs, jobMemoryBytes: memoryBytes, maxUploadBytes: outputBytes } = given;
  const limits = { timeoutMs, memoryBytes, outputBytes };
  const converting = found === undefined ? wasmPrograms() : systemPrograms(found);
  return {
    pipelineEngines: [
      builtinEngine({ ffmpeg: found?.ffmpeg, limits }),
      ...(pipelinesFolder === "" ? [] : [commandEngine(pipelinesFolder, limits)]),
    ],
    trainingEngines: [
      ...(pipelinesFolder === "" ? [] : [commandTrainer(pipelinesFolder, limits)]),
      // Behind those of the site, whose first configuration is the one that people are offered.
      builtinTrainer({ ffmpeg: found?.ffmpeg, limits }),
    ],
    ...(pipelinesFolder !== "" && { addons: addonStore(pipelinesFolder, outputBytes) }),
    ...(converting !== undefined && { videoConverter: videoConverter(converting, limits) }),
  };
}

function largeImagesOf({ limits }: ServerConfig): LargeImages {
  const { jobTimeoutMs: timeoutMs, jobMemoryBytes: memoryBytes, maxUploadBytes: outputBytes, maxImagePixels } = limits;
  const bounds = { timeoutMs, memoryBytes, outputBytes, pixels: maxImagePixels };
  return { ...tilePainter, buildPyramid: (source, targets, run) => buildPyramid(source, targets, run, bounds) };
}

function timedPorts(ports: Ports, observer: Observer): Ports {
  return { ...ports, database: timedDatabase(ports.database, observer), blobs: timedBlobs(ports.blobs, observer) };
}

async function openDatabase(config: ServerConfig, log: Logger): Promise<Database> {
  if (config.databaseUrl === "") return await openSqliteDatabase(databasePath(config));
  const { openPostgresDatabase } = await import("./adapters/postgres/database.ts");
  return await openPostgresDatabase(config.databaseUrl, log);
}

async function openBlobs(config: ServerConfig, cleanUps: CleanUp[]): Promise<BlobStore> {
  if (config.blobUrl === "") return await openDiskBlobStore(config.dataFolder);
  const { openS3BlobStore } = await import("./adapters/s3/blob-store.ts");
  const { parseS3Url } = await import("./adapters/s3/location.ts");
  const blobs = await openS3BlobStore(parseS3Url(config.blobUrl));
  cleanUps.push(() => blobs.close());
  return blobs;
}

/** In the data folder, or for as long as this server runs where there is none. */
function annotationImagesOf(config: ServerConfig, cleanUps: CleanUp[]): ByteCache {
  if (usesDataFolder(config)) return cacheFolder(join(config.dataFolder, "cache", "annotations"), mostImageBytes);
  const folder = join(tmpdir(), `wakeline-${newObjectId()}`);
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return cacheFolder(folder, mostImageBytes);
}

async function openEvents(config: ServerConfig, log: Logger): Promise<EventBus> {
  const onListenerError = (error: unknown): void => log.error({ err: error }, "a listener failed");
  if (config.databaseUrl === "") return memoryEventBus(onListenerError);
  const { openPostgresEventBus } = await import("./adapters/postgres/event-bus.ts");
  return await openPostgresEventBus(config.databaseUrl, log, onListenerError);
}

/** @param admission whether it may still work; the server's own is always welcome */
async function startWorker(
  services: Services,
  config: ServerConfig,
  log: Logger,
  admission?: () => Promise<void>,
): Promise<RunningWorker> {
  const { workerQueues: queues, limits } = config;
  const name = `${hostname()}:${process.pid}:${newObjectId()}`;
  const onFault = (error: unknown, what: string): void => log.error({ err: error }, what);
  const { promise: refused, resolve: onRefused } = Promise.withResolvers<string>();
  const given = { name, queues, onFault, onRefused, leaseMs: limits.workerLeaseMs };
  const worker = services.createWorker({ ...given, ...(admission && { admission }) });
  await worker.start();
  return { name, queues, refused, close: () => worker.close() };
}

const sweepIntervalMs = 10 * 60 * 1000;

/** @returns how to stop it */
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

const idleCheckMs = 50;

/** Lets answers finish that are on their way, but does not wait for ever: a client may be stuck. */
async function closeApp(app: FastifyInstance, timeoutMs: number): Promise<void> {
  // Node closes the connections that are idle at this moment, not those that become idle when their answer is out.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  const stuck = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(stuck);
  }
}

async function listen(app: FastifyInstance, config: ServerConfig): Promise<string> {
  const { level } = app.log;
  try {
    // Whoever starts the server says where it runs, and says it better.
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

/** Where a browser on this machine reaches the server of an installation, or will when it starts; without a trailing slash. */
export function serverUrl(config: ServerConfig): string {
  return announcedUrl(config.dataFolder) ?? urlAt(config.host, config.port);
}

function urlAt(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function describeListenError(cause: NodeJS.ErrnoException, { host, port }: ServerConfig): Error {
  const choose = "choose another one with --port or WAKELINE_PORT.";
  if (cause.code === "EADDRINUSE")
    return new Error(`Port ${port} is taken. Stop what uses it, or ${choose}`, { cause });
  if (cause.code === "EACCES") return new Error(`This user may not listen on port ${port}: ${choose}`, { cause });
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND") {
    return new Error(`${host} is not an address of this machine. Check --host or WAKELINE_HOST.`, { cause });
  }
  return cause;
}

async function describeFirstStart(
  services: Services,
  first: { user: { login: string }; password: string },
  url: string,
): Promise<FirstStart> {
  const signInUrl = (await createSignInUrl(services, first.user.login, url)) ?? url;
  return { login: first.user.login, password: first.password, signInUrl };
}
