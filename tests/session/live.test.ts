/**
 * Five people who save as they go, on one server, while a fifth of all messages is lost or late. In the end all show
 * what the server has, byte for byte, and nothing that anyone did is lost.
 *
 * A few seeds in each run; more with `WAKELINE_SEEDS=200 WAKELINE_EDITS=500 npx vitest run --project unit
 * tests/session/live.test.ts`.
 */
import { signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import { trackText } from "#core/diff/diff";
import type { EditSummary, FrameNumber, TrackId } from "#core/types";
import { RemoteSaves, type SavedElsewhere } from "../../web/session/saving/remote-saves.ts";
import type { Workspace } from "../../web/session/workspace.ts";
import type { ModelServer } from "../support/model-server.ts";
import { seededRandom } from "../support/random.ts";
import { emptyServer, openTestWorkspace, testDatasetId } from "../support/test-workspace.ts";

const seeds = Number(process.env["WAKELINE_SEEDS"] ?? 2);
const editsOfEach = Number(process.env["WAKELINE_EDITS"] ?? 40);
const people = 5;
/** Share of the messages that are lost, and of those that are late. */
const [lost, late] = [0.1, 0.1];
const frame = 0 as FrameNumber;

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Messages of saves reach everyone who listens, unless they are lost. */
class Announcer {
  readonly #listeners: ((saved: SavedElsewhere) => void)[] = [];
  readonly #random: () => number;
  isHealed = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  listen(listener: (saved: SavedElsewhere) => void): void {
    this.#listeners.push(listener);
  }

  /** How long a message takes, in turns; `undefined`: it is lost. */
  delay(): number | undefined {
    if (this.isHealed) return 0;
    const chance = this.#random();
    if (chance < lost) return undefined;
    return chance < lost + late ? Math.floor(this.#random() * 30) : 0;
  }

  tell(revision: number, author: string): void {
    const counts = { additions: 1, deletions: 0, description: "save" };
    const saved = { datasetId: testDatasetId, setName: undefined, revision, ...counts };
    for (const listener of this.#listeners) {
      const delay = this.delay();
      if (delay !== undefined)
        void turns(delay).then(() => listener({ ...saved, authorId: author, authorName: author }));
    }
  }
}

async function openPerson(name: string, server: ModelServer, announcer: Announcer, random: () => number) {
  const client = server.client(async ({ method }, handle) => {
    const there = announcer.delay();
    if (there === undefined) throw new TypeError("network");
    await turns(there);
    const response = await handle();
    if (method === "PATCH" && response.ok) {
      const { revision, updated, deleted } = (await response.clone().json()) as Record<string, number>;
      if (updated! + deleted! > 0) announcer.tell(revision!, name);
    }
    const back = announcer.delay();
    if (back === undefined) throw new TypeError("network");
    await turns(back);
    return response;
  });
  announcer.isHealed = true;
  const { workspace, saver } = await openTestWorkspace({
    server,
    client,
    askAboutConflict: () => Promise.resolve(random() < 0.5 ? "mine" : "theirs"),
  });
  announcer.isHealed = false;
  workspace.settings.change({ savingSettings: { asYouGo: true } });
  const isHeld = signal(false);
  const others = new RemoteSaves({ workspace, saver, client, isHeld, onMerged: () => undefined });
  announcer.listen((saved) => others.receive(saved));
  return { name, workspace, saver, others, expected: new Map<string, unknown>() };
}

type Person = Awaited<ReturnType<typeof openPerson>>;

const markOf = (workspace: Workspace, id: TrackId): string => String(workspace.core.trackAttributes(id)["mark"]);

/** One edit. Each person has an attribute that no other writes; types are contested. */
function edit({ name, workspace, expected }: Person, mark: string, removed: Set<string>, random: () => number): void {
  const ids = [...workspace.core.shown.trackIds()] as TrackId[];
  const some = ids[Math.floor(random() * ids.length)];
  const kind = random();
  let done: EditSummary | undefined;
  if (some === undefined || kind < 0.2) {
    done = workspace.transact({ kind: "track", change: "add" }, frame, (tx) => {
      const id = tx.tracks.add({ type: "drawn", frame, bounds: [1, 2, 30, 40] });
      tx.tracks.setAttribute(id, "mark", mark);
      tx.tracks.setAttribute(id, name, mark);
    });
  } else if (kind < 0.6) {
    done = workspace.transact({ kind: "track", change: "setAttribute" }, frame, (tx) =>
      tx.tracks.setAttribute(some, name, mark),
    );
  } else if (kind < 0.75) {
    done = workspace.transact({ kind: "track", change: "setType" }, frame, (tx) =>
      tx.tracks.setType([some], `type ${mark}`),
    );
  } else if (kind < 0.78) {
    removed.add(markOf(workspace, some));
    workspace.transact({ kind: "track", change: "delete" }, frame, (tx) => tx.tracks.delete(some));
  } else {
    const before = new Map(ids.map((id) => [id, markOf(workspace, id)]));
    const moved = kind < 0.92 ? workspace.undo() : workspace.redo();
    if (typeof moved === "object") done = moved;
    for (const [id, was] of before) if (!workspace.core.hasTrack(id)) removed.add(was);
  }
  for (const id of done?.trackIds ?? []) {
    if (workspace.core.hasTrack(id)) expected.set(markOf(workspace, id), workspace.core.trackAttributes(id)[name]);
  }
}

const textsOf = ({ core }: Workspace): string[] =>
  ([...core.shown.trackIds()] as TrackId[]).map((id) => trackText(core, id)!).toSorted();

test.each(Array.from({ length: seeds }, (_, seed) => seed + 1))(
  "five people save as they go and lose messages, seed %i",
  { timeout: 180_000 + 1000 * editsOfEach },
  async (seed) => {
    const random = seededRandom(seed);
    const server = emptyServer();
    const announcer = new Announcer(random);
    const all: Person[] = [];
    for (let at = 0; at < people; at += 1) all.push(await openPerson(`p${at}`, server, announcer, random));
    const removed = new Set<string>();
    for (let at = 0; at < editsOfEach * people; at += 1) {
      const person = all[Math.floor(random() * people)]!;
      edit(person, `${seed}.${at}`, removed, random);
      if (random() < 0.6) void person.saver.save().catch(() => undefined);
      if (random() < 0.5) await turns(Math.floor(random() * 6));
    }
    announcer.isHealed = true;
    await turns(100);
    for (let round = 0; round < 20; round += 1) {
      for (const { saver, others } of all) {
        // The first one may join a save that gave up, because everyone else was saving.
        await (round === 0 ? saver.save().catch(() => undefined) : saver.save());
        await others.catchUp();
        await others.merge(() => saver.save());
      }
    }
    const fresh = await openTestWorkspace({ server });
    const stored = textsOf(fresh.workspace);
    for (const { workspace } of all) expect(textsOf(workspace)).toEqual(stored);
    const byMark = new Map(
      server.records(testDatasetId).map(({ attributes }) => {
        const values = attributes as Record<string, unknown>;
        return [String(values["mark"]), values] as const;
      }),
    );
    let checked = 0;
    for (const { name, expected } of all) {
      for (const [mark, value] of expected) {
        if (removed.has(mark)) continue;
        checked += 1;
        expect([mark, name, byMark.get(mark)?.[name]]).toEqual([mark, name, value]);
      }
    }
    expect(checked).toBeGreaterThan(editsOfEach / 2);
    // Others' saves were merged in place.
    const changes = server.requests.filter(({ path }) => path === "dive_annotation/changes").length;
    expect(changes).toBeGreaterThan(20);
  },
);
