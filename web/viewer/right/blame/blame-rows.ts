/** Blame data as listed: in display order, only fields that have a name, and the latest change of each. */

import type { Blame, Revision } from "#schemas/wire";
import { t } from "../../../base/texts/index.ts";
import type { FieldText } from "../../parts/describe-difference.ts";

export interface BlameRow {
  readonly path: string;
  readonly name: string;
  readonly revision: number;
  readonly isExact: boolean;
  /** `undefined`: no longer in the history. */
  readonly given: Revision | undefined;
}

export interface BlamePlace {
  /** `undefined`: a value of the track. */
  readonly frame: number | undefined;
  readonly rows: readonly BlameRow[];
}

const names: Readonly<Record<string, FieldText>> = {
  confidencePairs: "compare.field.type",
  bounds: "compare.field.bounds",
  geometry: "compare.field.geometry",
};

/** The track first, then its detections in the order of the requested frames. */
export function blameRows({ fields, revisions }: Blame, frames: readonly number[]): readonly BlamePlace[] {
  const byNumber = new Map(revisions.map((each) => [each.revision, each]));
  const places = [undefined, ...frames].map((frame) => {
    const fieldsHere = fields.filter((field) => (field.frame ?? undefined) === frame);
    const rows = fieldsHere.flatMap(({ path, revision, isExact }) => {
      const name = nameOf(path);
      return name === undefined ? [] : [{ path, name, revision, isExact, given: byNumber.get(revision) }];
    });
    return { frame, rows: rows.toSorted((a, b) => rankOf(a.path) - rankOf(b.path)) };
  });
  return places.filter(({ rows }) => rows.length > 0);
}

/** Box and type come before attributes. */
function rankOf(path: string): number {
  return path in names ? 0 : 1;
}

/** `undefined` for fields that are never set by hand. */
function nameOf(path: string): string | undefined {
  const [first = "", ...rest] = path.split("/").map(unescape);
  if (first === "attributes") {
    const [name = "", login, own] = rest;
    if (name !== "userAttributes" || login === undefined) return name;
    return own === undefined ? login : `${own} (${login})`;
  }
  const text = names[first];
  return text === undefined ? undefined : t(text);
}

const unescape = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");
