/**
 * Which page holds a journal: the one that created it or took it over, as long as it lives. This uses a Web Lock, which
 * ends with its page. Pages that were not loaded securely (http on another machine) have no locks: they ask each other.
 */
import { randomId } from "../document/random-id.ts";

/** The part of `navigator.locks` that is used. */
export type Locks = Pick<LockManager, "request">;

/** Releases the journal. */
type Release = () => void;

/** How pages without locks communicate: over one channel, received by all but the sender. */
export type MessageChannelLike = Pick<BroadcastChannel, "postMessage" | "addEventListener">;

type HolderMessage = { readonly asks: string } | { readonly holds: string };

/** Milliseconds within which a live page answers; a page that is drawing answers after its picture. */
const answerMs = 500;

export interface Means {
  readonly locks: Locks | undefined;
  readonly holders: JournalHolders | undefined;
}

/**
 * @param isOwn this page has just created it: no other page can know it
 * @returns `undefined` if another page holds it. If pages can neither lock nor ask, it counts as not held.
 */
export async function holdJournal(
  id: string,
  isOwn: boolean,
  { locks, holders }: Means = meansOfPage,
): Promise<Release | undefined> {
  if (locks !== undefined) return await lock(id, locks);
  return holders === undefined ? () => undefined : await holders.hold(id, isOwn);
}

async function lock(id: string, locks: Locks): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(`wakeline-journal-${id}`, { ifAvailable: true }, (granted) => {
        if (granted === null) return resolve(undefined);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

/** The journals that one page holds; it answers other pages. */
export class JournalHolders {
  readonly #talk: MessageChannelLike;
  readonly #held = new Map<string, string>();
  readonly #heard = new Map<string, () => void>();

  constructor(talk: MessageChannelLike) {
    this.#talk = talk;
    talk.addEventListener("message", ({ data }: MessageEvent<HolderMessage>) => {
      if ("holds" in data) this.#heard.get(data.holds)?.();
      else if (this.#held.has(data.asks)) talk.postMessage({ holds: data.asks } satisfies HolderMessage);
    });
  }

  async hold(id: string, isOwn: boolean): Promise<Release | undefined> {
    if (this.#held.has(id)) return undefined;
    // Must be set before asking, so that when two pages ask at once, each sees the other and neither takes it.
    const holding = randomId();
    this.#held.set(id, holding);
    const release = (): void => {
      if (this.#held.get(id) === holding) this.#held.delete(id);
    };
    if (isOwn || !(await this.#isLockedElsewhere(id))) return release;
    release();
    return undefined;
  }

  async #isLockedElsewhere(id: string): Promise<boolean> {
    const isHeld = await new Promise<boolean>((resolve) => {
      this.#heard.set(id, () => resolve(true));
      setTimeout(() => resolve(false), answerMs);
      this.#talk.postMessage({ asks: id } satisfies HolderMessage);
    });
    this.#heard.delete(id);
    return isHeld;
  }
}

let holdersOfPage: JournalHolders | undefined;

const meansOfPage: Means = {
  get locks() {
    return globalThis.navigator?.locks;
  },
  get holders() {
    if (this.locks !== undefined || globalThis.BroadcastChannel === undefined) return undefined;
    return (holdersOfPage ??= new JournalHolders(new BroadcastChannel("wakeline-journals")));
  },
};
