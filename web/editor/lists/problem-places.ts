/** The problems that the rules found, as one list to go through. */
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { IssueGroup, IssuePlace, IssueRule } from "#core/types";
import type { Opened, Playing } from "../edits/editing.ts";
import type { Direction } from "./jumps.ts";
import type { Lists } from "./lists.ts";

/** The part of the editor that shows a problem. */
interface ProblemsEditor extends Opened, Playing {
  readonly lists: Pick<Lists, "selectAndShow">;
}

export interface ProblemPlace extends IssuePlace {
  readonly rule: IssueRule;
}

/** The place that the user went to last. */
interface Visited {
  readonly place: ProblemPlace;
  /** Its place in the list at that time: where to continue if it has been fixed. */
  readonly at: number;
}

export class ProblemPlaces {
  readonly #editor: ProblemsEditor;
  /** The result of the last check; `undefined` while nothing checks. */
  readonly #found = signal<readonly IssueGroup[] | undefined>(undefined);
  readonly #visited = signal<Visited | undefined>(undefined);
  readonly #list = computed(() => listOf(this.#found.value ?? []));
  /** A step that waits for the first result. */
  #awaited: Direction | undefined;

  /** Where the user is in the list; `undefined` before the first, and once that place is fixed. */
  readonly current: ReadonlySignal<
    { readonly place: ProblemPlace; readonly number: number; readonly of: number } | undefined
  > = computed(() => {
    const at = findPlace(this.#list.value, this.#visited.value?.place);
    return at < 0 ? undefined : { place: this.#list.value[at]!, number: at + 1, of: this.#list.value.length };
  });

  constructor(editor: ProblemsEditor) {
    this.#editor = editor;
  }

  /** Takes the result of a check. */
  take(found: readonly IssueGroup[]): void {
    this.#found.value = found;
    const awaited = this.#awaited;
    this.#awaited = undefined;
    if (awaited !== undefined) this.step(awaited);
  }

  /** Nothing checks any more: the result would become outdated. */
  forget(): void {
    this.#found.value = undefined;
    this.#awaited = undefined;
  }

  /** Shows a problem. Does nothing if its track no longer exists. */
  goTo(place: ProblemPlace): void {
    const { workspace, player, lists } = this.#editor;
    if (!workspace.core.hasTrack(place.trackId)) return;
    this.#visited.value = { place, at: findPlace(this.#list.peek(), place) };
    player.pause();
    lists.selectAndShow(place.trackId);
    player.seek(place.frame);
  }

  /**
   * Goes to the next problem in the order of the list, and wraps around at the ends. Waits for the result of the
   * first check.
   * @returns whether there is one, or may be
   */
  step(direction: Direction): boolean {
    if (this.#found.peek() === undefined) {
      this.#awaited = direction;
      return true;
    }
    const next = nextProblem(this.#list.peek(), this.#visited.peek(), direction);
    if (next !== undefined) this.goTo(next);
    return next !== undefined;
  }
}

/** The problem after the one visited last; if that is fixed, the one that moved up to its place. */
export function nextProblem(
  list: readonly ProblemPlace[],
  visited: Visited | undefined,
  direction: Direction,
): ProblemPlace | undefined {
  if (list.length === 0) return undefined;
  const at = findPlace(list, visited?.place);
  if (at >= 0) return list.at((at + direction) % list.length);
  if (visited === undefined) return list.at(direction === 1 ? 0 : -1);
  return list.at((direction === 1 ? visited.at : visited.at - 1) % list.length);
}

function listOf(found: readonly IssueGroup[]): readonly ProblemPlace[] {
  return found.flatMap(({ rule, places }) => places.map((place) => ({ ...place, rule })));
}

function findPlace(list: readonly ProblemPlace[], place: ProblemPlace | undefined): number {
  if (place === undefined) return -1;
  return list.findIndex(({ rule, text }) => rule === place.rule && text === place.text);
}
