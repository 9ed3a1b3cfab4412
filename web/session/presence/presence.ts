/**
 * Where other users who have the dataset open and auto-save are: their frame and selection. Each page sends its own
 * place when that changes, and now and then; nothing is stored.
 */
import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { ApiClient } from "#schemas/client";
import type { TrackId } from "#core/types";
import { effect } from "../../base/effect.ts";
import { randomId } from "../document/random-id.ts";
import type { Workspace } from "../workspace.ts";

/** The data of an event `presence`. */
export interface PresenceMessage {
  readonly page: string;
  readonly userId: string;
  readonly login: string;
  /** Empty: the default set. */
  readonly set: string;
  readonly camera: string | null;
  readonly frame: number | null;
  readonly tracks: readonly number[];
  /** `undefined`: not known. */
  readonly isHidden?: boolean | undefined;
  readonly isGone: boolean;
}

export interface Person {
  readonly page: string;
  readonly userId: string;
  readonly login: string;
  /** `undefined`: the default set. */
  readonly set: string | undefined;
  readonly camera: string | undefined;
  readonly frame: number | undefined;
  readonly trackIds: readonly TrackId[];
}

export interface PresenceParts {
  readonly workspace: Workspace;
  readonly client: ApiClient;
  /** Whether the page is in the background. */
  readonly isHidden: () => boolean;
  /**
   * Called with the newest revision of the dataset, because messages about saves may have been lost.
   * @param isBeat sent every `beatMs`, not after a move
   */
  readonly onRevision: (revision: number, isBeat: boolean) => void;
}

/** Minimum time between two messages: during playback the frame changes all the time. */
const minGapMs = 250;
/** How often the page reports that it is still open. */
export const beatMs = 10_000;
/** A page in sight that has sent nothing for this long has crashed or is disconnected. */
const goneMs = 2.5 * beatMs;
/** The same of a hidden page: browsers let it run once a minute. */
const goneHiddenMs = 8 * beatMs;
/** More are not shown. */
const maxTracks = 50;

export class Presence {
  readonly #parts: PresenceParts;
  /** A page that has said goodbye and comes back has a new name: a late message under the old one is ignored. */
  #page = randomId();
  readonly #people = signal<readonly Person[]>([]);
  /** When each page is considered gone unless it sends something before. */
  readonly #goneAt = new Map<string, number>();
  readonly #gone = new Set<string>();
  readonly #stop: () => void;
  readonly #beat: ReturnType<typeof setInterval>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = 0;
  #isBeat = false;
  /** Set when the page is closed: the browser then hides it, and nothing is sent on that. */
  #isGone = false;

  /** Other pages, in the order they first appeared. */
  readonly people: ReadonlySignal<readonly Person[]> = this.#people;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
    const { workspace } = parts;
    this.#stop = effect(() => {
      void workspace.selection.value;
      void workspace.active.value.shown.value;
      this.#sendSoon();
    });
    this.#beat = setInterval(() => {
      this.#dropSilent();
      this.#isBeat = true;
      this.#sendSoon();
    }, beatMs);
  }

  receive({ page, isGone, isHidden = true, set, camera, frame, tracks, ...rest }: PresenceMessage): void {
    if (page === this.#page || this.#gone.has(page)) return;
    const others = this.#people.peek();
    const at = others.findIndex((each) => each.page === page);
    if (isGone) {
      this.#gone.add(page);
      this.#goneAt.delete(page);
      this.#people.value = others.filter((each) => each.page !== page);
      return;
    }
    const person: Person = {
      ...rest,
      page,
      set: set === "" ? undefined : set,
      camera: camera ?? undefined,
      frame: frame ?? undefined,
      trackIds: tracks as TrackId[],
    };
    this.#goneAt.set(page, Date.now() + (isHidden ? goneHiddenMs : goneMs));
    this.#people.value = at < 0 ? [...others, person] : others.with(at, person);
    // A page that has just been opened does not know this one.
    if (at < 0) this.#sendSoon();
  }

  dispose(): void {
    this.#stop();
    clearInterval(this.#beat);
    this.sayGoodbye();
  }

  /** The page is being closed: the message is sent even so. */
  sayGoodbye(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#send({ isGone: true });
    this.#isGone = true;
    this.#page = randomId();
  }

  /** The browser has kept the page after it was closed, and shows it again. */
  comeBack(): void {
    this.#isGone = false;
    this.#sendSoon();
  }

  /** The page was hidden, or is in sight again. */
  onSight(): void {
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isGone || this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#sentAt + minGapMs - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send({});
    }, waitMs);
  }

  async #send(more: { readonly isGone?: boolean }): Promise<void> {
    this.#sentAt = Date.now();
    const isBeat = this.#isBeat;
    this.#isBeat = false;
    const { workspace, client, isHidden, onRevision } = this.#parts;
    const camera = workspace.active.peek();
    const { setName } = camera.document.peek().address;
    const frame = camera.shown.peek();
    const { primary, tracks } = workspace.selection.peek();
    // The primary track first: others see its number.
    const trackIds = [...new Set([...(primary === undefined ? [] : [primary]), ...tracks])].slice(0, maxTracks);
    const body = {
      page: this.#page,
      tracks: trackIds,
      ...(setName !== undefined && { set: setName }),
      ...(workspace.cameras.length > 1 && { camera: camera.name }),
      ...(frame !== undefined && { frame }),
      isHidden: isHidden(),
      ...more,
    };
    const reply = await client
      .call("dataset.presence", { id: workspace.dataset.id, body }, { keepalive: more.isGone === true })
      // The next message follows within seconds, and a lost connection is announced by the page.
      .catch(() => undefined);
    if (reply !== undefined && more.isGone !== true) onRevision(reply.revision, isBeat);
  }

  #dropSilent(): void {
    const now = Date.now();
    const left = this.#people.peek().filter(({ page }) => (this.#goneAt.get(page) ?? 0) >= now);
    if (left.length < this.#people.peek().length) this.#people.value = left;
  }
}
