/**
 * The parts of a task that its frames lack: judged by the same rules by the viewer's bar and by the server at hand-in.
 */
import type { AttributeDefinition } from "#schemas";
import type { AnnotationCore, IssuePlace, IssueGroup, FrameNumber, TrackId } from "../types.ts";
import { type IssueFacts, type IssueRule, issueRules, isWithin } from "../types/issues.ts";

export interface FrameRequirements {
  /** First and last frames; empty: all. */
  readonly ranges: readonly (readonly number[])[];
  /** Only tracks of these types need the attributes; empty: all. */
  readonly types: readonly string[];
  readonly attributes: readonly string[];
  readonly rules: readonly string[];
}

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

/** An attribute that is missing, or a rule that is broken. */
export interface Missing extends MissingValue {
  readonly kind: "attribute" | "rule";
}

/** Known facts about the dataset and the person. */
export interface CompletenessContext {
  readonly definitions: readonly AttributeDefinition[];
  /** A value that is only theirs counts as well. */
  readonly user: string;
  readonly facts: IssueFacts;
}

/** Attributes first; then the rules in their order, with the places in the frames of the task alone. */
export function listMissing(core: AnnotationCore, asked: FrameRequirements, about: CompletenessContext): Missing[] {
  const values = missingValues(core, asked, about.definitions, about.user);
  const broken = issueRules.filter((rule) => asked.rules.includes(rule)).flatMap((rule) => brokenRule(rule));
  return [...values.map((value) => ({ kind: "attribute" as const, ...value })), ...broken];

  function brokenRule(name: IssueRule): Missing[] {
    const { count, places } = core.listIssues(name, { ...about.facts, ranges: asked.ranges });
    const [first] = places;
    if (first === undefined) return [];
    return [{ kind: "rule", name, count, first: { trackId: first.trackId, frame: first.frame } }];
  }
}

export function missingValues(
  core: Pick<AnnotationCore, "select" | "track" | "keyframes" | "attributeValue">,
  asked: Pick<FrameRequirements, "ranges" | "attributes" | "types">,
  definitions: readonly AttributeDefinition[],
  user: string,
): MissingValue[] {
  if (asked.attributes.length === 0) return [];
  const missing = new Map<string, { count: number; first: MissingPlace }>();
  const types = new Set(asked.types);
  const add = (name: string, place: MissingPlace): void => {
    const before = missing.get(name);
    if (before === undefined) missing.set(name, { count: 1, first: place });
    else before.count++;
  };
  for (const id of core.select({ thresholds: { default: 0 } })) {
    const trackId = id as TrackId;
    const [best] = core.track(trackId).pairs;
    if (types.size > 0 && !types.has(best?.type ?? "")) continue;
    const frames = [...core.keyframes(trackId)].filter((frame) => isWithin(asked.ranges, frame)) as FrameNumber[];
    const [first] = frames;
    if (first === undefined) continue;
    for (const name of asked.attributes) {
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
  return asked.attributes.flatMap((name) => {
    const found = missing.get(name);
    return found === undefined ? [] : [{ name, ...found }];
  });
}

/**
 * The problems found by the chosen rules in the task's frames; only the first five hundred places of each rule are
 * known.
 */
export function problemsIn(
  asked: Pick<FrameRequirements, "ranges" | "rules">,
  found: readonly IssueGroup[],
): { readonly rule: IssueGroup["rule"]; readonly places: readonly IssuePlace[]; readonly isAll: boolean }[] {
  return found
    .filter(({ rule }) => asked.rules.includes(rule))
    .map(({ rule, count, places }) => ({
      rule,
      places: places.filter(({ frame }) => isWithin(asked.ranges, frame)),
      isAll: count <= places.length,
    }))
    .filter(({ places }) => places.length > 0);
}
