/** What a task requires and its frames still lack. */
import type { DoubtPlace, Doubts, FrameNumber, TrackId } from "#core/types";
import type { AttributeDefinition } from "#schemas";
import type { Task } from "#schemas/wire";
import type { Workspace } from "../../session/workspace.ts";

export interface MissingPlace {
  readonly trackId: TrackId;
  readonly frame: FrameNumber;
}

/** Tracks, or keyframes for a detection attribute, that lack one attribute. */
export interface MissingValue {
  readonly name: string;
  readonly count: number;
  readonly first: MissingPlace;
}

/** Beyond this many tracks the check is too slow to run during drawing. */
export const mostChecked = 20_000;

export const isIn = ({ ranges }: Pick<Task, "ranges">, frame: number): boolean =>
  ranges.length === 0 || ranges.some(([first = 0, last = 0]) => frame >= first && frame <= last);

/** For the active camera. A value that belongs only to one user counts as well. */
export function missingValues(
  workspace: Workspace,
  task: Pick<Task, "ranges" | "attributes" | "types">,
  definitions: readonly AttributeDefinition[],
  user: string,
): MissingValue[] {
  const { core } = workspace;
  const missing = new Map<string, { count: number; first: MissingPlace }>();
  const types = new Set(task.types);
  const add = (name: string, place: MissingPlace): void => {
    const before = missing.get(name);
    if (before === undefined) missing.set(name, { count: 1, first: place });
    else before.count++;
  };
  for (const id of core.select({ thresholds: { default: 0 } })) {
    const trackId = id as TrackId;
    const [best] = core.track(trackId).pairs;
    if (types.size > 0 && !types.has(best?.type ?? "")) continue;
    const frames = [...core.keyframes(trackId)].filter((frame) => isIn(task, frame)) as FrameNumber[];
    const [first] = frames;
    if (first === undefined) continue;
    for (const name of task.attributes) {
      const belongs = definitions.find((definition) => definition.name === name)?.belongs ?? "track";
      const key = { belongs, attribute: name } as const;
      const has = (frame: FrameNumber): boolean =>
        [key, { ...key, user }].some((each) => {
          const value = core.attributeValue(each, trackId, frame);
          return value !== undefined && value !== "";
        });
      if (belongs === "track") {
        if (!has(first)) add(name, { trackId, frame: first });
        continue;
      }
      for (const frame of frames) if (!has(frame)) add(name, { trackId, frame });
    }
  }
  return task.attributes.flatMap((name) => {
    const found = missing.get(name);
    return found === undefined ? [] : [{ name, ...found }];
  });
}

/**
 * The problems found by the chosen rules in the task's frames; only the first five hundred places of each rule are
 * known.
 */
export function problemsIn(
  task: Pick<Task, "ranges" | "rules">,
  found: readonly Doubts[],
): { readonly rule: Doubts["rule"]; readonly places: readonly DoubtPlace[]; readonly isAll: boolean }[] {
  return found
    .filter(({ rule }) => task.rules.includes(rule))
    .map(({ rule, count, places }) => ({
      ...{ rule, places: places.filter(({ frame }) => isIn(task, frame)) },
      isAll: count <= places.length,
    }))
    .filter(({ places }) => places.length > 0);
}
