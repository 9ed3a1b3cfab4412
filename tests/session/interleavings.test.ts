/**
 * Every order of two saves, a reload, edits and another user's save: in the end each accepted edit is on the server,
 * once, and the page shows what the server has.
 *
 * Exhaustive for each plan; `WAKELINE_LONG=1 npx vitest run --project unit tests/session/interleavings.test.ts`
 * explores longer plans, which have several times as many orders.
 */
import { beforeAll, expect, test } from "vitest";
import { createCore } from "#core";
import type { FrameNumber, TrackId } from "#core/types";
import type { OpenWorkspace } from "../../web/session/open-workspace.ts";
import { ModelServer } from "../support/model-server.ts";
import { drawTrack, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";
import { explore, settle, Wire, type Move, type Scenario } from "./interleavings.ts";

const first = 0 as FrameNumber;
/** Repeated steps in longer plans. */
const longer = process.env["WAKELINE_LONG"] === "1";
/** Limit of runs per scenario: far above what any of them needs. */
const maxRuns = 60_000;

interface Plan {
  /** Each actor's moves, in this order; the orders of several are mixed. */
  readonly actors: Readonly<Record<string, readonly ((world: World) => void)[]>>;
  /** How many saving requests may be lost. */
  readonly losses?: number;
  /** The moves start while the dataset is being opened. */
  readonly duringOpening?: boolean;
  readonly choice?: "mine" | "theirs";
}

interface World {
  readonly server: ModelServer;
  /** Undefined while it is being opened. */
  opened: OpenWorkspace | undefined;
  /** Marks of accepted edits, each used as the type of a track, with the set they were made in. */
  readonly accepted: Map<string, string>;
  /** The track as shown when it got the type of this mark. */
  readonly seen: Map<string, unknown>;
  readonly refused: string[];
  /** Tracks in conflicts that the user was asked about. */
  readonly asked: number[];
}

function plan({ actors, losses = 0, duringOpening = false, choice = "mine" }: Plan): () => Promise<Scenario> {
  return async () => {
    const server = new ModelServer();
    server.addDataset(testDatasetId);
    server.save(testDatasetId, { tracks: { upsert: [wireTrack(0), wireTrack(1)] } });
    const wire = new Wire(server);
    const world: World = { server, opened: undefined, accepted: new Map(), seen: new Map(), refused: [], asked: [] };
    const opening = openTestWorkspace({
      server,
      client: wire.client(),
      askAboutConflict({ questions }) {
        world.asked.push(...questions.map(({ id }) => id));
        return Promise.resolve(choice);
      },
    }).then((opened) => (world.opened = opened));
    opening.catch(() => undefined);
    if (!duringOpening) await deliverAll(wire, () => world.opened !== undefined);
    const done = new Map(Object.keys(actors).map((name) => [name, 0]));
    let lost = 0;

    function moves(): Move[] {
      const own = Object.entries(actors).flatMap(([name, steps]): Move[] => {
        const position = done.get(name) ?? 0;
        const step = steps[position];
        if (step === undefined || (world.opened === undefined && name !== "others")) return [];
        const run = (): void => {
          done.set(name, position + 1);
          step(world);
        };
        return [{ name: `${name} ${position + 1}`, run }];
      });
      const deliveries = wire.moves(losses - lost).map(({ name, run }) => ({
        name,
        run: () => {
          if (name.startsWith("lose")) lost += 1;
          run();
        },
      }));
      return [...deliveries, ...own];
    }

    return {
      moves,
      state() {
        const stored = server
          .dataset(testDatasetId)
          .stored.map((each) => [each.set, each.record.id, each.record["confidencePairs"], each.created, each.deleted]);
        const document = world.opened?.workspace.document;
        const page = document && {
          tracks: tracksOf(world.opened!),
          next: document.sync.next(),
          seq: document.core.seq,
          known: document.sync.knownRevision,
          stale: document.sync.isStale.peek(),
          savedIds: [...document.sync.savedIds],
          unanswered: document.unanswered?.part,
          set: document.address.setName,
          refusal: world.opened?.workspace.editRefusal.peek(),
          state: world.opened?.saver.state.peek().kind,
        };
        return JSON.stringify([[...done.values()], lost, wire.pending, stored, page, [...world.accepted], world.asked]);
      },
      async check() {
        await deliverAll(wire, () => wire.pending.length === 0);
        await settle();
        const { opened } = world;
        if (opened === undefined) throw new Error("It was not opened.");
        // The network is back; pages with unsaved edits save them.
        for (let round = 0; round < 4 && !isQuiet(opened); round += 1) {
          const saving = opened.saver.save().catch((error: unknown) => error);
          await deliverAll(wire, () => wire.pending.length === 0);
          await saving;
        }
        expect(opened.saver.dirtyCount.peek()).toBe(0);
        expect(opened.workspace.editRefusal.peek()).toBeUndefined();
        expect(new Set(world.refused)).toEqual(world.refused.length === 0 ? new Set() : new Set(["loading"]));
        const shown = opened.workspace.document.address.setName ?? "";
        const reading = opened.saver.reload();
        await deliverAll(wire, () => wire.pending.length === 0);
        await reading;
        expect(tracksOf(opened)).toEqual(storedTracks(server, shown));
        checkAccepted(world, choice);
      },
    };
  };
}

function isQuiet({ workspace, saver }: OpenWorkspace): boolean {
  return saver.dirtyCount.peek() === 0 && workspace.cameras.every(({ document }) => document.peek().isClean);
}

/**
 * Every track that was drawn exists once. Every other edit reached the server, unless the user gave it up when asked;
 * and it replaced only what the page had seen, or what the user was asked about: no edit of others is overwritten
 * unseen.
 */
function checkAccepted({ server, accepted, seen, asked }: World, choice: "mine" | "theirs"): void {
  const { stored } = server.dataset(testDatasetId);
  for (const [mark, set] of accepted) {
    if (!seen.has(mark)) {
      expect([mark, storedTracks(server, set).filter(([, type]) => type === mark).length]).toEqual([mark, 1]);
      continue;
    }
    const saved = stored.find((each) => each.kind === "tracks" && typeOf(each.record) === mark);
    const wasAsked = saved !== undefined && asked.includes(saved.record.id);
    if (saved === undefined) expect([mark, choice, asked.length > 0]).toEqual([mark, "theirs", true]);
    else if (!wasAsked) {
      const replaced = stored.find((each) => each.deleted === saved.created && each.record.id === saved.record.id);
      expect([mark, replaced && typeOf(replaced.record)]).toEqual([mark, seen.get(mark)]);
    }
  }
}

const typeOf = (track: { readonly [member: string]: unknown }): unknown =>
  (track["confidencePairs"] as [string, number][])[0]?.[0];

function storedTracks(server: ModelServer, set: string): unknown[][] {
  return server.records(testDatasetId, "tracks", set).map((track) => [track.id, typeOf(track)]);
}

function tracksOf({ workspace }: OpenWorkspace): unknown[][] {
  return [...workspace.core.writer.trackRows()].map((row) => {
    const track = JSON.parse(row.json) as { id: number; confidencePairs: unknown };
    return [track.id, typeOf(track)];
  });
}

async function deliverAll(wire: Wire, isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    await settle();
    if (isDone()) return;
    wire.moves(0)[0]?.run();
  }
  throw new Error(`Still waiting for ${wire.pending.join(", ")}.`);
}

// ----------------------------------------------------------------------------------------------------------- moves

/** Draws a track of type `mark`. */
const draw =
  (mark: string) =>
  (world: World): void =>
    edit(world, mark, ({ workspace }) => drawTrack(workspace, mark));

const retype =
  (id: number, mark: string) =>
  (world: World): void =>
    edit(world, mark, ({ workspace }) => {
      world.seen.set(mark, workspace.core.track(id as TrackId).pairs[0]?.type);
      workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id as TrackId], mark));
    });

function edit(world: World, mark: string, act: (opened: OpenWorkspace) => void): void {
  const { workspace } = world.opened!;
  const refusal = workspace.editRefusal.peek();
  if (refusal !== undefined) return void world.refused.push(refusal);
  act(world.opened!);
  world.accepted.set(mark, workspace.document.address.setName ?? "");
}

const save = ({ opened }: World): void => void opened?.saver.save().catch(() => undefined);
/** Refused while something is unsaved: then nothing happens. */
const reload = ({ opened }: World): void => void opened?.saver.reload().catch(() => undefined);
const switchSet = ({ opened }: World): void =>
  void opened?.workspace.documents.show({ setName: "other", revision: undefined }).catch(() => undefined);

/** Another user draws a track with the next free id, and changes the type of track 1. */
const othersSave = ({ server }: World): void => {
  const free = Math.max(...server.records(testDatasetId).map(({ id }) => id)) + 1;
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(free, `others ${free}`), wireTrack(1, "others")] } });
};

// ----------------------------------------------------------------------------------------------------------- tests

const plans: Readonly<Record<string, Plan>> = {
  "two saves, reading again, edits, and someone else's save": {
    actors: {
      person: [draw("draw a"), retype(0, "retype b"), ...(longer ? [draw("draw c")] : [])],
      saves: [save, save],
      reloads: [reload],
      others: [othersSave],
    },
  },
  "saves whose request or answer is lost": {
    actors: { person: [draw("draw a"), retype(0, "retype b")], saves: [save, save], others: [othersSave] },
    losses: 1,
  },
  "the same track changed on both sides, keeping mine": {
    actors: {
      person: [retype(1, "retype a"), draw("draw b")],
      saves: longer ? [save, save] : [save],
      reloads: [reload],
      others: [othersSave],
    },
  },
  "the same track changed on both sides, taking theirs": {
    actors: { person: [retype(1, "retype a"), draw("draw b")], saves: [save, save], others: [othersSave, othersSave] },
    choice: "theirs",
  },
  "switching to another set between edits and saves": {
    actors: {
      person: [draw("draw a"), draw("draw b")],
      saves: longer ? [save, save] : [save],
      switches: [switchSet],
      others: [othersSave],
    },
  },
  "someone else saves while the dataset is being opened": {
    actors: { others: [othersSave, othersSave], person: [draw("draw a")], saves: [save] },
    duringOpening: true,
  },
};

// The core is compiled once, at its own pace; from then on nothing happens except moves.
beforeAll(() => createCore());

test.each(Object.keys(plans))("in every order: %s", async (name) => {
  const { runs, states } = await explore(plan(plans[name]!), maxRuns);
  expect(runs).toBeLessThan(maxRuns);
  expect(states).toBeGreaterThan(20);
  if (process.env["WAKELINE_VERBOSE"] !== undefined) console.log(`${name}: ${runs} runs, ${states} states`);
});
