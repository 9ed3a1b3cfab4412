/**
 * Chooses the adapters of an installation: those of a single machine, or those of a larger site, which are loaded only
 * there.
 */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Logger } from "pino";

import { openDiskBlobStore } from "./adapters/disk/blob-store.ts";
import { describeUrl } from "./adapters/postgres/describe-url.ts";
import { builtinEngine } from "./adapters/builtin/engine.ts";
import { packEngine, packTrial } from "./adapters/builtin/packs/engine.ts";
import { builtinRenderer } from "./adapters/builtin/renderer.ts";
import { builtinTrainer } from "./adapters/builtin/trainer.ts";
import { addonStore } from "./adapters/command/addons.ts";
import { commandEngine } from "./adapters/command/engine.ts";
import { commandTrainer } from "./adapters/command/trainer.ts";
import { cacheFolder } from "./adapters/disk/cache-folder.ts";
import { guardedFetcher } from "./adapters/http/guarded-fetcher.ts";
import { videoConverter } from "./adapters/ffmpeg/convert-video.ts";
import { findFfmpeg } from "../core-wasm/programs/find-ffmpeg.ts";
import { systemPrograms, wasmPrograms } from "./adapters/ffmpeg/programs.ts";
import { createVideoProbe } from "./adapters/mediabunny/probe-video.ts";
import { mediaSources } from "./adapters/media-sources.ts";
import { memoryEventBus } from "./adapters/memory/event-bus.ts";
import { oidcProvider } from "./adapters/oidc/identity-provider.ts";
import { directOrigin, parseS3Url } from "./adapters/s3/location.ts";
import { buildPyramid } from "./adapters/sharp/build-pyramid.ts";
import { imageDecoder } from "./adapters/sharp/decode-image.ts";
import { tilePainter } from "./adapters/sharp/draw-tiles.ts";
import { packStore } from "./adapters/packs/pack-store.ts";
import { smtpMailer } from "./adapters/smtp/mailer.ts";
import { openSqliteDatabase } from "./adapters/sqlite/database.ts";
import { dumpSqlite, loadSqlite } from "./adapters/sqlite/dump.ts";
import { timedBlobs } from "./adapters/timed/blob-store.ts";
import { timedDatabase } from "./adapters/timed/database.ts";
import { hideFolders } from "./base/without-paths.ts";
import { newObjectId } from "./base/object-id.ts";
import type { ServerConfig } from "./config.ts";
import type { BlobStore } from "./ports/blob-store.ts";
import type { ByteCache } from "./ports/byte-cache.ts";
import type { Database } from "./ports/database.ts";
import type { DatabaseDump, DumpedTable } from "./ports/database-dump.ts";
import type { EventBus } from "./ports/event-bus.ts";
import type { LargeImages } from "./ports/large-image.ts";
import type { Observer } from "./ports/observer.ts";
import type { LdapConfig } from "./identity-config.ts";
import type { PasswordDirectory } from "./ports/password-directory.ts";
import type { Ports } from "./ports/index.ts";

/** Limit for the cached images of annotations. */
const maxImageBytes = 1024 ** 3;

export const databasePath = (config: ServerConfig): string => join(config.dataFolder, "wakeline.db");

export const usesDataFolder = (config: ServerConfig): boolean => config.databaseUrl === "" || config.blobUrl === "";

/** Where the data are stored, without passwords; `null` if not used. */
export const storagePlaces = (config: ServerConfig) => ({
  dataFolder: usesDataFolder(config) ? config.dataFolder : null,
  database: config.databaseUrl === "" ? null : describeUrl(config.databaseUrl),
  blobs: config.blobUrl === "" ? null : config.blobUrl,
});

/** Origins of the buckets that browsers read from. */
export function mediaOrigins({ blobUrl, mediaRoots }: ServerConfig): string[] {
  const origins = [blobUrl, ...mediaRoots]
    .filter((place) => place.startsWith("s3://"))
    .map((place) => directOrigin(parseS3Url(place)));
  return [...new Set(origins.filter((origin) => origin !== undefined))];
}

/**
 * Chooses the adapters; those of larger sites are loaded only there.
 * @param opened closes everything that was opened
 */
export async function openPorts(config: ServerConfig, log: Logger, opened: AsyncDisposableStack): Promise<Ports> {
  const { dataFolder, ffmpegFolder, mediaRoots, pipelinesFolder } = config;
  hideFolders([dataFolder, ffmpegFolder, pipelinesFolder, ...mediaRoots].filter((folder) => folder.startsWith("/")));
  const database = await openDatabase(config, log);
  opened.defer(() => database.close());
  const blobs = await openBlobs(config, opened);
  const runners = programs(config);
  // Fail on a bad manifest at start-up, not when a pipeline is listed.
  for (const engine of runners.pipelineEngines) await engine.list();
  const events = await openEvents(config, log);
  opened.defer(() => events.close());
  const media = mediaSources(config.mediaRoots);
  opened.defer(() => media.close());
  const { smtpUrl, mailFrom, siteUrl } = config;
  const mailer = smtpUrl === "" ? undefined : smtpMailer({ url: smtpUrl, from: mailFrom, siteUrl }, log);
  if (mailer !== undefined) opened.defer(() => mailer.close());
  const identityProvider = config.oidc && oidcProvider({ ...config.oidc, siteUrl }, log);
  const passwordDirectory = config.ldap && (await openDirectory(config.ldap, log));
  return {
    ...(identityProvider !== undefined && { identityProvider }),
    ...(passwordDirectory !== undefined && { passwordDirectory }),
    ...(mailer !== undefined && { mailer }),
    database,
    blobs,
    mediaSources: media,
    annotationImages: annotationImagesOf(config, opened),
    events,
    clock: { nowMs: () => Date.now(), steadyMs: () => performance.now() },
    ids: { next: () => newObjectId() },
    urls: guardedFetcher({ openHosts: config.webhookHosts }),
    videoProbe: createVideoProbe(),
    imageDecoder: imageDecoder(),
    largeImages: largeImagesOf(config),
    ...runners,
  };
}

async function openDirectory(options: LdapConfig, log: Logger): Promise<PasswordDirectory> {
  const { ldapDirectory } = await import("./adapters/ldap/password-directory.ts");
  return ldapDirectory(options, log);
}

/** The programs that run in jobs, with their limits. */
function programs({
  ffmpegFolder,
  pipelinesFolder,
  limits: given,
}: ServerConfig): Pick<
  Ports,
  "addons" | "annotationRenderer" | "packs" | "pipelineEngines" | "trainingEngines" | "videoConverter"
> {
  const ffmpeg = ffmpegFolder === "" ? findFfmpeg() : findFfmpeg([ffmpegFolder]);
  const { jobTimeoutMs: timeoutMs, jobMemoryBytes: memoryBytes, maxUploadBytes: outputBytes } = given;
  const limits = { timeoutMs, memoryBytes, outputBytes };
  const builtinOptions = { ffmpeg: ffmpeg?.ffmpeg, limits };
  const builtin = builtinEngine(builtinOptions);
  const models = { "channel-features": builtin, onnx: packEngine(builtinOptions) };
  const converting = ffmpeg === undefined ? wasmPrograms() : systemPrograms(ffmpeg);
  return {
    pipelineEngines: [builtin, ...(pipelinesFolder === "" ? [] : [commandEngine(pipelinesFolder, limits, models)])],
    trainingEngines: [
      ...(pipelinesFolder === "" ? [] : [commandTrainer(pipelinesFolder, limits)]),
      // After those of the site, whose first configuration is the default.
      builtinTrainer(builtinOptions),
    ],
    ...(pipelinesFolder !== "" && {
      addons: addonStore(pipelinesFolder, outputBytes, packTrial(builtinOptions)),
      packs: packStore(pipelinesFolder),
    }),
    ...(ffmpeg !== undefined && { annotationRenderer: builtinRenderer(ffmpeg, limits) }),
    ...(converting !== undefined && { videoConverter: videoConverter(converting, limits) }),
  };
}

function largeImagesOf({ limits }: ServerConfig): LargeImages {
  const { jobTimeoutMs: timeoutMs, jobMemoryBytes: memoryBytes, maxUploadBytes: outputBytes, maxImagePixels } = limits;
  const bounds = { timeoutMs, memoryBytes, outputBytes, pixels: maxImagePixels };
  return { ...tilePainter, buildPyramid: (source, targets, run) => buildPyramid(source, targets, run, bounds) };
}

export function timedPorts(ports: Ports, observer: Observer): Ports {
  return { ...ports, database: timedDatabase(ports.database, observer), blobs: timedBlobs(ports.blobs, observer) };
}

async function openDatabase(config: ServerConfig, log: Logger): Promise<Database> {
  if (config.databaseUrl === "") return await openSqliteDatabase(databasePath(config));
  const { openPostgresDatabase } = await import("./adapters/postgres/database.ts");
  return await openPostgresDatabase(config.databaseUrl, log);
}

export async function openBlobs(config: ServerConfig, opened: AsyncDisposableStack): Promise<BlobStore> {
  if (config.blobUrl === "") return await openDiskBlobStore(config.dataFolder);
  const { openS3BlobStore } = await import("./adapters/s3/blob-store.ts");
  const blobs = await openS3BlobStore(parseS3Url(config.blobUrl));
  opened.defer(() => blobs.close());
  return blobs;
}

/** In the data folder; without one, in a folder that is removed when this server stops. */
function annotationImagesOf(config: ServerConfig, opened: AsyncDisposableStack): ByteCache {
  if (usesDataFolder(config)) return cacheFolder(join(config.dataFolder, "cache", "annotations"), maxImageBytes);
  const folder = join(tmpdir(), `wakeline-${newObjectId()}`);
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return cacheFolder(folder, maxImageBytes);
}

async function openEvents(config: ServerConfig, log: Logger): Promise<EventBus> {
  const onListenerError = (error: unknown): void => log.error({ err: error }, "a listener failed");
  if (config.databaseUrl === "") return memoryEventBus(onListenerError);
  const { openPostgresEventBus } = await import("./adapters/postgres/event-bus.ts");
  return await openPostgresEventBus(config.databaseUrl, log, onListenerError);
}

export async function openDump(config: ServerConfig): Promise<DatabaseDump> {
  if (config.databaseUrl === "") return dumpSqlite(databasePath(config));
  const { dumpPostgres } = await import("./adapters/postgres/dump.ts");
  return await dumpPostgres(config.databaseUrl);
}

export async function openLoad(
  config: ServerConfig,
): Promise<(schema: number, tables: AsyncIterable<DumpedTable>) => Promise<void>> {
  if (config.databaseUrl === "") return (schema, tables) => loadSqlite(databasePath(config), schema, tables);
  const { loadPostgres } = await import("./adapters/postgres/dump.ts");
  return (schema, tables) => loadPostgres(config.databaseUrl, schema, tables);
}
