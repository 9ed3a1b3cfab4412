/**
 * A page dies at any moment: after each transaction that its journal has completed, and after each request that the
 * server has processed. Its requests in flight may arrive much later: before, between and after the steps of the page
 * that recovers its journal, which may die as well. Others may save in between. In the end every edit whose transaction
 * was complete is on the server, none is there twice, nothing of others is lost, no user is asked about a conflict with
 * their own edits, and nothing is recovered again.
 */
import "fake-indexeddb/auto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCore } from "#core";
import type { FrameNumber, TrackId } from "#core/types";
import type { OpenWorkspace } from "../../web/session/open-workspace.ts";
import { type ModelRecord, ModelServer } from "../support/model-server.ts";
import { drawTrack, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";
import { BrowserDisk } from "./browser-disk.ts";
import { settle, Wire, type Move } from "./interleavings.ts";

/**
 * Saving starts with `save`, has sent its request with `send`, and ends with `deliver` or with a lost response;
 * `deliver one` is one request of several.
 */
type Act =
  | "draw"
  | "others draw"
  | "retype"
  | "retype the drawn"
  | "undo"
  | "redo"
  | "save"
  | "send"
  | "deliver one"
  | "deliver"
  | "lose the answer";

/** Successive lives: the first ones die, the last one saves and is checked. */
interface Deaths {
  readonly lives: readonly (readonly Act[])[];
  /**
   * For each life except the last one: it dies after this many events; if there are fewer: when it has done everything.
   */
  readonly diesAfter: readonly number[];
  /** The server gets the requests of dead pages after this many requests of later pages. */
  readonly lateAfter: number;
}

const first = 0 as FrameNumber;

/** Runs the lives; returns how many events each dying one had. Throws on a violation. */
async function run({ lives, diesAfter, lateAfter }: Deaths) {
  const server = new ModelServer();
  server.addDataset(testDatasetId);
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0), wireTrack(1)] } });
  /** The page's content after each edit, over all lives; the first is the initial state. */
  const shown: unknown[] = [server.records(testDatasetId)];
  const world: World = { server, late: [], asked: [], othersDrew: 0, delivered: 0, lateAfter, hasLate: false };
  const events: number[] = [];
  let disk = new BrowserDisk();
  for (const [index, acts] of lives.entries()) {
    const page = new Page(world, disk, diesAfter[index] ?? Infinity);
    await page.open();
    for (const act of acts) {
      if (page.isDead) break;
      await page.perform(act, shown);
    }
    if (index < lives.length - 1) {
      disk = page.die();
      events.push(page.events);
      // Edits that were not stored never happened.
      shown.length = disk.lastKept + 1;
      continue;
    }
    for (const { run: arrive } of world.late) arrive();
    const { saver, aside } = page.opened!;
    expect([saver.dirtyCount.peek(), aside, world.asked]).toEqual([0, [], []]);
    disk = page.die();
  }
  const found = server.records(testDatasetId);
  if (world.othersDrew === 0) expect(found).toEqual(shown.at(-1));
  else {
    expect(contentOf(found.filter(isOwn))).toEqual(contentOf((shown.at(-1) as ModelRecord[]).filter(isOwn)));
    expect(found.filter((track) => !isOwn(track))).toHaveLength(world.othersDrew);
  }
  const after = new Page(world, disk, Infinity);
  await after.open();
  // A recovered step that was undone changes nothing.
  expect([after.opened?.recovered?.count ?? 0, after.opened?.aside]).toEqual([0, []]);
  return { events, hasLate: world.hasLate };
}

interface World {
  readonly server: ModelServer;
  /** Requests of dead pages that the server has not received yet. */
  late: Move[];
  readonly asked: unknown[];
  /** Number of tracks drawn and saved by others. */
  othersDrew: number;
  /** Requests of pages that recovered something. */
  delivered: number;
  readonly lateAfter: number;
  hasLate: boolean;
}

/** Maximum turns of the event loop that a step of a page may take. */
const maxTurns = 10_000;

/** A page until it dies. */
class Page {
  readonly #world: World;
  readonly #disk: BrowserDisk;
  readonly #diesAfter: number;
  readonly #wire: Wire;
  readonly #isFirst: boolean;
  #remains: BrowserDisk | undefined;
  #isSaving = false;
  opened: OpenWorkspace | undefined;
  /** Completed transactions, and saves that the server has processed. */
  events = 0;

  constructor(world: World, disk: BrowserDisk, diesAfter: number) {
    this.#world = world;
    this.#disk = disk;
    this.#diesAfter = diesAfter;
    this.#wire = new Wire(world.server);
    this.#isFirst = disk.lastKept === 0 && world.late.length === 0;
  }

  get isDead(): boolean {
    return this.#remains !== undefined;
  }

  /** Returns what it leaves on the disk. Its requests may still arrive; nothing else of it counts from here. */
  die(): BrowserDisk {
    if (this.#remains !== undefined) return this.#remains;
    this.#remains = new BrowserDisk(this.#disk);
    const underWay = this.#wire.moves(1).filter(({ name }) => name.startsWith("lose the answer of"));
    this.#world.late.push(...underWay);
    this.#world.hasLate ||= underWay.length > 0;
    return this.#remains;
  }

  async open(): Promise<void> {
    await this.#disk.watch(() => this.#noteEvent());
    const opening = openTestWorkspace({
      server: this.#world.server,
      client: this.#wire.client(),
      askAboutConflict: (conflict) => {
        this.#world.asked.push(conflict);
        return Promise.resolve("cancel");
      },
    }).then((opened) => (this.opened = opened));
    opening.catch(() => undefined);
    await this.#run(() => this.opened !== undefined, "deliver");
  }

  async perform(act: Act, shown: unknown[]): Promise<void> {
    const { workspace, saver } = this.opened!;
    const edit = (make: () => unknown): void => {
      const before = workspace.core.seq;
      this.#disk.during(shown.length, () => void make());
      if (workspace.core.seq !== before) shown.push(tracksOf(workspace));
    };
    switch (act) {
      case "draw":
        return edit(() => drawTrack(workspace, `type ${shown.length}`));
      case "retype":
      case "retype the drawn": {
        // If others have taken its id, it gets another one once the page has read theirs.
        const id = act === "retype" ? (0 as TrackId) : (tracksOf(workspace).findLast(isOwn)!.id as TrackId);
        return edit(() =>
          workspace.transact({ kind: "track", change: "setType" }, first, (tx) =>
            tx.tracks.setType([id], `type ${shown.length}`),
          ),
        );
      }
      case "others draw": {
        // With the id that this page uses for its next track, or has used.
        const { server } = this.#world;
        const id = server.records(testDatasetId).length;
        server.save(testDatasetId, { tracks: { upsert: [wireTrack(id, "others")] } });
        this.#world.othersDrew += 1;
        return;
      }
      case "undo":
        return edit(() => workspace.undo());
      case "redo":
        return edit(() => workspace.redo());
      case "save":
        this.#isSaving = true;
        void saver
          .save()
          .catch(() => undefined)
          .finally(() => (this.#isSaving = false));
        return;
      case "send":
        return await this.#run(() => this.#wire.pending.length > 0, "hold");
      case "deliver one": {
        await this.#run(() => this.#wire.pending.length > 0, "hold");
        const [request] = this.isDead ? [] : this.#wire.moves(0);
        if (request !== undefined) this.#deliver(request);
        return;
      }
      case "lose the answer":
        await this.#run(() => this.#wire.pending.length > 0, "hold");
        if (this.isDead) return;
        this.#wire
          .moves(1)
          .find(({ name }) => name.startsWith(act))
          ?.run();
        this.#noteEvent();
        return await this.#run(() => !this.#isSaving, "hold");
      case "deliver":
        return await this.#run(() => !this.#isSaving, "deliver");
    }
  }

  /** Runs until `isDone`, or until it dies. */
  async #run(isDone: () => boolean, requests: "deliver" | "hold"): Promise<void> {
    for (let turn = 0; !this.isDead && !isDone(); turn += 1) {
      if (turn > maxTurns) throw new Error(`Still waiting for ${this.#wire.pending.join(", ")}.`);
      const [next] = requests === "deliver" ? this.#wire.moves(0) : [];
      if (next !== undefined) this.#deliver(next);
      await settle();
    }
  }

  #deliver(request: Move): void {
    const { late, delivered, lateAfter } = this.#world;
    if (delivered >= lateAfter) for (const { run: arrive } of late.splice(0)) arrive();
    request.run();
    if (!this.#isFirst) this.#world.delivered += 1;
    if (request.name.includes("PATCH")) this.#noteEvent();
  }

  #noteEvent(): void {
    this.events += 1;
    if (this.events === this.#diesAfter) this.die();
  }
}

const tracksOf = ({ core }: OpenWorkspace["workspace"]): ModelRecord[] =>
  [...core.writer.trackRows()].map(({ json }) => JSON.parse(json) as ModelRecord).toSorted((a, b) => a.id - b.id);

const isOwn = ({ confidencePairs }: ModelRecord): boolean =>
  (confidencePairs as [string, number][])[0]?.[0] !== "others";

/** If others draw too, tracks drawn here may get another id there. */
const contentOf = (tracks: readonly ModelRecord[]): readonly string[] =>
  tracks.map(({ id: _, ...track }) => JSON.stringify(track)).toSorted();

// ----------------------------------------------------------------------------------------------------------- tests

/** The first page's actions before it finally dies. */
const firstLives: Readonly<Record<string, readonly Act[]>> = {
  "edits during a save, and during the next one": [
    "draw",
    "save",
    "send",
    "retype",
    "draw",
    "deliver",
    "retype",
    "save",
    "send",
    "retype",
    "draw",
  ],
  "undo and redo around saves": [
    "draw",
    "retype",
    "undo",
    "save",
    "send",
    "redo",
    "undo",
    "deliver",
    "undo",
    "save",
    "send",
    "redo",
    "draw",
  ],
  "a save whose answer was lost, and what came after it": [
    "draw",
    "retype",
    "save",
    "lose the answer",
    "retype",
    "draw",
    "save",
    "send",
    "undo",
  ],
};
const livesBesideOthers: typeof firstLives = {
  "others save before a save, and it is edited during it": [
    "draw",
    "others draw",
    "save",
    "send",
    "retype",
    "draw",
    "deliver",
    "retype",
    "save",
    "send",
    "draw",
  ],
  "others draw under the same ids, again and again": [
    "others draw",
    "draw",
    "save",
    // Refused: the id is taken.
    "deliver one",
    "send",
    "retype the drawn",
    "draw",
    "deliver",
    "others draw",
    "retype the drawn",
    "save",
    "send",
    "retype the drawn",
  ],
};
const allLives = { ...firstLives, ...livesBesideOthers };
const lastLife: readonly Act[] = ["save", "deliver"];
/** More requests than a page needs to open and to save. */
const maxLate = 14;

// The core is compiled once, at its own pace; from then on nothing happens unless triggered.
beforeAll(async () => {
  // Pages that can neither lock nor ask treat every journal as one of a dead page.
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("BroadcastChannel", undefined);
  await createCore();
});
afterAll(() => vi.unstubAllGlobals());

test.each(Object.keys(allLives))("one page dies: %s", async (name) => {
  const lives = [allLives[name]!, lastLife];
  const { runs, late } = await atEveryMoment(lives, []);
  expect(runs).toBeGreaterThan(10);
  expect(late).toBeGreaterThan(5);
});

test.each<{ name: string; firstLife: readonly Act[] }>([
  { name: "in the middle of an edit and a save of its own", firstLife: ["draw", "save", "send", "retype", "draw"] },
  {
    name: "next to others who draw under the same id",
    firstLife: ["others draw", "draw", "save", "deliver one", "send", "retype the drawn", "draw"],
  },
])("the page that takes it over dies too, $name", async ({ firstLife }) => {
  const { runs, late } = await atEveryMoment([firstLife, ["retype", "save", "deliver", "draw"], lastLife], []);
  expect(runs).toBeGreaterThan(30);
  expect(late).toBeGreaterThan(5);
});

/** Tries all moments of all deaths: the next one is that of life `diesAfter.length`. */
async function atEveryMoment(
  lives: Deaths["lives"],
  diesAfter: readonly number[],
): Promise<{ runs: number; late: number; events: readonly number[] }> {
  const sum = { runs: 0, late: 0, events: [] as readonly number[] };
  const life = diesAfter.length;
  for (let moment = 1, events = Infinity; moment <= events + 1; moment += 1) {
    const moments = [...diesAfter, moment];
    if (moments.length < lives.length - 1) {
      const inner = await atEveryMoment(lives, moments);
      sum.runs += inner.runs;
      sum.late += inner.late;
      events = inner.events[life]!;
      continue;
    }
    for (let lateAfter = 0; lateAfter <= maxLate; lateAfter += lives.length > 2 ? 6 : 2) {
      const found = await runOrSay({ lives, diesAfter: moments, lateAfter });
      events = found.events[life]!;
      sum.events = found.events;
      sum.runs += 1;
      if (!found.hasLate) break;
      sum.late += 1;
    }
  }
  return sum;
}

async function runOrSay(deaths: Deaths): ReturnType<typeof run> {
  try {
    return await run(deaths);
  } catch (error) {
    const { diesAfter, lateAfter } = deaths;
    throw new Error(`Dead after ${diesAfter.join(" and ")} events, late after ${lateAfter}: ${String(error)}`, {
      cause: error,
    });
  }
}
