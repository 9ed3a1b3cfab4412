/** The filters and the order of a review: in the address of its page, and in a request. Pure. */
import type { BodyOf } from "#schemas";
import {
  type AttributePlace,
  attributePlaces,
  type ReviewChange,
  reviewChanges,
  type ReviewSort,
  reviewSorts,
} from "#schemas/review";

export interface AskedAttribute {
  readonly name: string;
  /** `undefined`: any. */
  readonly value: string | undefined;
  /** `undefined`: of the track or of any of its detections. */
  readonly belongs: AttributePlace | undefined;
}

export interface ReviewQuestion {
  readonly datasetIds: readonly string[];
  readonly set: string;
  readonly types: readonly string[];
  readonly leastConfidence: number | undefined;
  /** `undefined`: either. */
  readonly isReviewed: boolean | undefined;
  /** The kind of author of their latest version; `undefined`: any. */
  readonly lastChange: ReviewChange | undefined;
  /** The id of the author of their latest version. */
  readonly author: string | undefined;
  /** The description of the revision of their latest version: a run or an import. */
  readonly source: string | undefined;
  /** The revision of their latest version. */
  readonly revision: number | undefined;
  readonly attribute: AskedAttribute | undefined;
  /** Codes of rules of the panel Problems, of which tracks break at least one; empty: any track. */
  readonly rules: readonly string[];
  readonly sort: ReviewSort;
  readonly descending: boolean;
}

/** The question without what it is about. */
export type AskedFilters = Omit<ReviewQuestion, "datasetIds" | "set">;

export function filtersIn(search: URLSearchParams): AskedFilters {
  const one = <T extends string>(name: string, known: readonly T[]): T | undefined =>
    known.find((value) => value === search.get(name));
  const number = (name: string): number | undefined => {
    const value = Number(search.get(name) ?? "");
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
  const reviewed = one("reviewed", ["yes", "no"]);
  const revision = number("revision");
  const attribute = search.get("attribute") ?? "";
  return {
    types: search.getAll("type"),
    leastConfidence: number("least"),
    isReviewed: reviewed === undefined ? undefined : reviewed === "yes",
    lastChange: one("change", reviewChanges),
    author: search.get("author") ?? undefined,
    source: search.get("source") ?? undefined,
    revision: Number.isSafeInteger(revision) ? revision : undefined,
    attribute:
      attribute === ""
        ? undefined
        : { name: attribute, value: search.get("value") ?? undefined, belongs: one("of", attributePlaces) },
    rules: search.getAll("rule"),
    sort: one("sort", reviewSorts) ?? "dataset",
    descending: search.get("order") === "descending",
  };
}

/** The address with these filters; the rest of it stays. */
export function withFilters(search: URLSearchParams, asked: AskedFilters): URLSearchParams {
  const { types, isReviewed, attribute, rules, sort, descending } = asked;
  const values: Readonly<Record<string, readonly (string | number | undefined)[]>> = {
    type: types,
    least: [asked.leastConfidence],
    reviewed: [isReviewed === undefined ? undefined : isReviewed ? "yes" : "no"],
    change: [asked.lastChange],
    author: [asked.author],
    source: [asked.source],
    revision: [asked.revision],
    attribute: [attribute?.name],
    value: [attribute?.value],
    of: [attribute?.belongs],
    rule: rules,
    sort: [sort === "dataset" ? undefined : sort],
    order: [descending ? "descending" : undefined],
  };
  const next = new URLSearchParams(search);
  for (const [name, all] of Object.entries(values)) {
    next.delete(name);
    for (const value of all) if (value !== undefined) next.append(name, String(value));
  }
  return next;
}

export function bodyOf(question: ReviewQuestion): BodyOf<"review.entries"> {
  const { datasetIds, set, types, rules, sort, descending, attribute } = question;
  const { leastConfidence, isReviewed, author, source, revision } = question;
  // The list in which people are chosen has runs and imports too, so that a person alone is not those they started.
  const lastChange = question.lastChange ?? (author === undefined ? undefined : "person");
  return {
    datasetIds: [...datasetIds],
    types: [...types],
    set,
    sort,
    descending,
    ...(leastConfidence !== undefined && { leastConfidence }),
    ...(isReviewed !== undefined && { isReviewed }),
    ...(lastChange !== undefined && { lastChange }),
    ...(author !== undefined && { author }),
    ...(source !== undefined && { source }),
    ...(revision !== undefined && { revision }),
    ...(attribute !== undefined && {
      attribute: {
        name: attribute.name,
        ...(attribute.value !== undefined && { value: attribute.value }),
        ...(attribute.belongs !== undefined && { belongs: attribute.belongs }),
      },
    }),
    ...(rules.length > 0 && { rules: [...rules] }),
  };
}

/** How many of the rarely needed filters are set. */
export const countMore = ({ author, source, revision, attribute, rules }: AskedFilters): number =>
  [author, source, revision, attribute, rules[0]].filter((each) => each !== undefined).length;
