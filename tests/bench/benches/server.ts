/**
 * The server on one large dataset, as a separate process: reading everything, saving a part, and how long its event
 * loop is blocked meanwhile. Compared with the same rows straight from and into a copy of its database, in this
 * process.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";

import type { ApiClient } from "#schemas";

import { signIn } from "../../crash/crash-rounds.ts";
import { createImageDataset } from "../../support/dataset.ts";
import { startServerProcess, type ServerProcess } from "../../support/server-process.ts";
import { clientOf } from "../../support/test-server.ts";
import type { Bench, BenchContext } from "../context.ts";
import { measure } from "../measure.ts";
import { countBytes, send } from "../plain-client.ts";
import type { Row } from "../row.ts";

const detectionsPerTrack = 50;
const changedTracks = 500;
const readers = 20;
/** Milliseconds of the mixed load, which is run several times. */
const loadMs = 7_000;
const loads = 5;
/**
 * Threads that compute continuously, to measure the cost of waiting for a processor: as many as are busy in the server
 * under load.
 */
const computingThreads = 5;

interface World {
  readonly folder: string;
  readonly server: ServerProcess;
  readonly client: ApiClient;
  readonly token: string;
  /** URL of `turn-probe.ts` in the server. */
  readonly probe: string;
  readonly datasetId: string;
  readonly trackCount: number;
}

async function openWorld(detections: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-bench-server-"));
  const probe = join(folder, "probe.sock");
  const preload = `--import ${new URL("../turn-probe.ts", import.meta.url).href}`;
  const env = { WAKELINE_BENCH_SOCKET: probe, NODE_OPTIONS: preload };
  const server = await startServerProcess({ dataFolder: folder, env });
  const token = await signIn(server);
  const client = clientOf(server.url, token);
  const datasetId = await createImageDataset(client, "large");
  const trackCount = Math.max(changedTracks, Math.round(detections / detectionsPerTrack));
  for (let first = 0; first < trackCount; first += 1000) {
    const upsert = Array.from({ length: Math.min(1000, trackCount - first) }, (_, n) => trackOf(first + n, "fish"));
    await client.call("annotation.save", { folderId: datasetId, body: { tracks: { upsert, delete: [] } } });
  }
  return { folder, server, client, token, probe, datasetId, trackCount };
}

async function closeWorld({ folder, server }: World): Promise<void> {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function trackOf(id: number, type: string): Record<string, unknown> {
  const features = Array.from({ length: detectionsPerTrack }, (_, n) => {
    const [x, y] = [(id * 7 + n) % 1900, (id * 13 + n * 3) % 1000];
    return { frame: n, bounds: [x + 0.25, y + 0.5, x + 40.75, y + 30.125], keyframe: true, interpolate: false };
  });
  return { id, begin: 0, end: detectionsPerTrack - 1, confidencePairs: [[type, 0.875]], attributes: {}, features };
}

async function readAll({ server, token, datasetId }: World): Promise<void> {
  const url = `${server.url}/api/v1/dive_annotation/track?folderId=${datasetId}`;
  await countBytes(url, { "Girder-Token": token });
}

/** The bytes of the same response, which must contain every row. */
async function bytesOfAll({ client, datasetId, trackCount }: World, rowBytes: number): Promise<number> {
  const response = await client.fetch("annotation.tracks", { folderId: datasetId });
  const { byteLength } = await response.arrayBuffer();
  const expected = rowBytes + trackCount + 1;
  if (byteLength !== expected) throw new Error(`${byteLength} bytes of tracks came instead of ${expected}`);
  return byteLength;
}

let saves = 0;
/** Different tracks each time, so that the history grows as in practice. */
function changesOf(world: World): Buffer {
  const type = `fish-${++saves}`;
  const first = (saves * changedTracks) % Math.max(1, world.trackCount - changedTracks);
  const upsert = Array.from({ length: changedTracks }, (_, n) => trackOf(first + n, type));
  return Buffer.from(JSON.stringify({ tracks: { upsert, delete: [] } }));
}

async function save({ server, token, datasetId }: World, body: Buffer): Promise<void> {
  const url = `${server.url}/api/v1/dive_annotation?folderId=${datasetId}`;
  await send(url, "PATCH", { "Girder-Token": token, "Content-Type": "application/json" }, body);
}

async function streaming(world: World): Promise<readonly Row[]> {
  const db = new DatabaseSync(join(world.folder, "wakeline.db"), { readOnly: true });
  db.exec("PRAGMA mmap_size = 268435456");
  const rows = db.prepare(
    "SELECT payload FROM annotations WHERE dataset_id = ? AND set_name = '' AND kind = 'track' AND rev_deleted IS NULL ORDER BY id",
  );
  const readRows = (): number => {
    let length = 0;
    for (const row of rows.iterate(world.datasetId)) length += (row["payload"] as string).length;
    return length;
  };
  // Everything is ASCII.
  const bytes = await bytesOfAll(world, readRows());
  const times = await measure(
    new Map([
      ["server", { run: () => readAll(world) }],
      ["rows of the database", { run: readRows }],
    ]),
    15,
  );
  db.close();
  return [
    ratioRow(`server: all of ${world.trackCount} tracks`, "MB/s", bytes / 1e3, times, "rows of the database", 0.7),
  ];
}

async function saving(world: World): Promise<readonly Row[]> {
  // The same pages and the same history as in the server.
  const copy = join(world.folder, "copy.db");
  const source = new DatabaseSync(join(world.folder, "wakeline.db"));
  source.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  source.close();
  copyFileSync(join(world.folder, "wakeline.db"), copy);
  const db = new DatabaseSync(copy);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000");
  const bare = bareSave(db, world.datasetId);
  let body: Buffer = Buffer.alloc(0);
  let rows: readonly Record<string, unknown>[] = [];
  const prepare = (): void => void (body = changesOf(world));
  const times = await measure(
    new Map([
      ["server", { before: prepare, run: () => save(world, body) }],
      [
        "bare transaction",
        {
          before: () => {
            const { tracks } = JSON.parse(changesOf(world).toString()) as {
              tracks: { upsert: Record<string, unknown>[] };
            };
            rows = tracks.upsert.map((track) => ({ id: track["id"], payload: JSON.stringify(track) }));
          },
          run: () => bare(rows as readonly { id: number; payload: string }[]),
        },
      ],
    ]),
    41,
  );
  db.close();
  return [ratioRow(`server: save of ${changedTracks} changed tracks`, "ms", 1, times, "bare transaction", 0.5)];
}

function bareSave(db: DatabaseSync, datasetId: string): (rows: readonly { id: number; payload: string }[]) => void {
  const head = db.prepare("SELECT max(revision) AS head FROM revisions WHERE dataset_id = ?");
  const end = db.prepare(
    "UPDATE annotations SET rev_deleted = ? WHERE dataset_id = ? AND set_name = '' AND kind = 'track' AND id = ? AND rev_deleted IS NULL",
  );
  const insert = db.prepare(
    "INSERT INTO annotations VALUES (?, '', 'track', ?, ?, NULL, 'fish', 0, 49, ?, NULL, 1, 100)",
  );
  const log = db.prepare("INSERT INTO revisions VALUES (?, ?, '', '', 'admin', 'save', ?, ?, 0, NULL, 0)");
  return (rows) => {
    db.exec("BEGIN IMMEDIATE");
    const revision = Number(head.get(datasetId)?.["head"]) + 1;
    for (const { id } of rows) end.run(revision, datasetId, id);
    for (const { id, payload } of rows) insert.run(datasetId, id, revision, payload);
    log.run(datasetId, revision, rows.length, rows.length);
    db.exec("COMMIT");
  };
}

/** The server's own histogram contains the times between two ticks of a timer, including this interval. */
const timerMs = 10;

interface HoldUp {
  /** Milliseconds by which the timer was late, as measured by the server itself. */
  readonly longest: number;
  readonly p99: number;
  /** The longest computation of the main thread between two such ticks: in the program, and in system calls. */
  readonly computed: number;
  readonly system: number;
}

/** How long the event loop was blocked. On a busy machine this includes waiting for a processor. */
async function holdUps(world: World): Promise<readonly Row[]> {
  const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5000));
  const idle = await holdUpDuring(world, wait);
  const others = await holdUpDuring(world, () => whileOthersCompute(wait));
  // In practice clients run on other machines: here they get what the server leaves, for the rest of the run.
  setPriority(constants.priority.PRIORITY_LOW);
  const busy: HoldUp[] = [];
  for (let load = 0; load < loads; load++) busy.push(await holdUpDuring(world, () => putUnderLoad(world)));
  const [longest, computed, system] = (["longest", "computed", "system"] as const).map((what) =>
    busy.map((each) => each[what]).toSorted((a, b) => a - b),
  ) as [number[], number[], number[]];
  const name = "server: event loop held up";
  const load = `${readers} readers and a writer`;
  const value = longest[loads >> 1] ?? NaN;
  return [
    { name: `${name}, ${load}: longest, median of ${loads}`, value, unit: "ms", goal: { of: "value", max: 50 } },
    { name: `${name}, ${load}: longest of all`, value: longest.at(-1) ?? NaN, unit: "ms" },
    { name: `${name}, ${load}: computed by the server in one turn`, value: computed.at(-1) ?? NaN, unit: "ms" },
    { name: `${name}, ${load}: computed by the system in one turn`, value: system.at(-1) ?? NaN, unit: "ms" },
    { name: `${name}, ${load}: 99 %`, value: Math.max(...busy.map(({ p99 }) => p99)), unit: "ms" },
    { name: `${name}, nothing to do: longest`, value: idle.longest, unit: "ms" },
    {
      name: `${name}, nothing to do next to ${computingThreads} computing threads: longest`,
      value: others.longest,
      unit: "ms",
    },
  ];
}

async function putUnderLoad(world: World): Promise<void> {
  const until = performance.now() + loadMs;
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (performance.now() < until) await work();
  };
  await Promise.all([
    repeat(() => save(world, changesOf(world))),
    ...Array.from({ length: readers }, () => repeat(() => readAll(world))),
  ]);
}

async function holdUpDuring(world: World, work: () => Promise<unknown>): Promise<HoldUp> {
  await holdUpSinceLast(world);
  await work();
  return await holdUpSinceLast(world);
}

/** Reading either one resets it. */
async function holdUpSinceLast({ server, probe }: World): Promise<HoldUp> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const of = (name: string): number =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, "m").exec(metrics)?.[1]) * 1000;
  const turns = JSON.parse(await text(connect(probe))) as { readonly user: number; readonly system: number };
  return { longest: of("max") - timerMs, p99: of("p99") - timerMs, computed: turns.user, system: turns.system };
}

async function whileOthersCompute(work: () => Promise<void>): Promise<void> {
  const threads = Array.from({ length: computingThreads }, () => new Worker("for (;;);", { eval: true }));
  await work();
  await Promise.all(threads.map((thread) => thread.terminate()));
}

function ratioRow(
  name: string,
  unit: string,
  amount: number,
  times: ReadonlyMap<string, { readonly median: number }>,
  peer: string,
  min: number,
): Row {
  const [ours, theirs] = [times.get("server")?.median ?? NaN, times.get(peer)?.median ?? NaN];
  const value = unit === "MB/s" ? amount / ours : ours;
  return { name, value, unit, peer, ratio: theirs / ours, goal: { of: "ratio", min } };
}

export const serverBenches: readonly Bench[] = [
  {
    name: "server: large dataset",
    async run(context: BenchContext) {
      const world = await openWorld(context.size);
      try {
        return [...(await streaming(world)), ...(await saving(world)), ...(await holdUps(world))];
      } finally {
        await closeWorld(world);
      }
    },
  },
];
