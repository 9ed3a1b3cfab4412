/** Tracks that have an attribute or a value of it, and those that break rules: two filters of a review. */
import { issueRules, type IssueFacts, type IssueRule } from "../types/issues.ts";
import type { AnnotationCore, AttributeKey, AttributeScalar, AttributeTest, TrackId } from "../types.ts";

export interface TrackMatch {
  /** Rules of which a track breaks at least one; empty: any track. */
  readonly rules: readonly IssueRule[];
  readonly attribute: AttributeMatch | undefined;
}

export interface AttributeMatch {
  readonly name: string;
  /** As a person types it: `2` is also the number, `true` also the truth value. Absent: any value. */
  readonly value?: string | undefined;
  /** Absent: either. */
  readonly belongs?: AttributeKey["belongs"] | undefined;
}

export interface MatchContext {
  /** Login of the person: a value that is only theirs counts as well. */
  readonly user: string;
  readonly facts: IssueFacts;
}

/** Ids of the tracks that match, ascending. */
export function matchingTracks(
  core: Pick<AnnotationCore, "select" | "listIssues">,
  { rules, attribute }: TrackMatch,
  { user, facts }: MatchContext,
): TrackId[] {
  let found: Set<number> | undefined;
  if (attribute !== undefined) found = withAttribute(core, attribute, user);
  if (rules.length > 0) {
    const broken = breaking(core, rules, facts);
    found = found === undefined ? broken : new Set([...found].filter((id) => broken.has(id)));
  }
  return [...(found ?? core.select(everything))].sort((a, b) => a - b) as TrackId[];
}

const everything = { thresholds: { default: -Infinity } } as const;

/** Of several detections of a track, one is enough. */
function withAttribute(
  core: Pick<AnnotationCore, "select">,
  { name, value, belongs }: AttributeMatch,
  user: string,
): Set<number> {
  const test: AttributeTest = value === undefined ? { op: "exists" } : { op: "=", values: meaningsOf(value) };
  const found = new Set<number>();
  for (const place of belongs === undefined ? (["track", "detection"] as const) : [belongs]) {
    const key = { belongs: place, attribute: name, test, match: "some" as const };
    for (const one of [key, { ...key, user }])
      for (const id of core.select({ ...everything, attributes: [one] })) found.add(id);
  }
  return found;
}

function breaking(core: Pick<AnnotationCore, "listIssues">, rules: readonly IssueRule[], facts: IssueFacts) {
  const found = new Set<number>();
  for (const rule of issueRules) {
    if (!rules.includes(rule)) continue;
    for (const { trackId, other } of core.listIssues(rule, facts, Infinity).places) {
      found.add(trackId);
      if (other !== undefined) found.add(other);
    }
  }
  return found;
}

function meaningsOf(typed: string): AttributeScalar[] {
  const number = Number(typed);
  const meanings: AttributeScalar[] = [typed];
  if (typed.trim() !== "" && Number.isFinite(number)) meanings.push(number);
  if (typed === "true" || typed === "false") meanings.push(typed === "true");
  return meanings;
}
