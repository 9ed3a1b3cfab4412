/** Basic types of all documents, and the error answer. */
import type { ErrorCode } from "../error-codes.ts";
import { exactly, oneOf, patternShape, textShape, type TypeOf } from "../json-shape.ts";

export const idShape = patternShape("^[0-9a-f]{24}$");

/** `YYYY-MM-DDTHH:MM:SS.ffffff+00:00`. */
export const dateShape = patternShape(String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$`, "date-time");

/** -1 none, 0 read, 1 write, 2 administrate. */
export const levelShape = oneOf(-1, 0, 1, 2);
export type AccessLevel = TypeOf<typeof levelShape>;

export const parentTypeShape = oneOf("user", "folder", "collection");
export type ParentType = TypeOf<typeof parentTypeShape>;
/** The root of a tree of folders. */
export const baseTypeShape = oneOf("user", "collection");

export const messageShape = exactly({ message: textShape });

export interface ErrorReply {
  message: string;
  type: "rest" | "validation" | "access" | "girder" | "internal" | "conflict";
  /** Set where programs must distinguish the refusal from others. */
  code?: ErrorCode;
  field?: string;
  extra?: unknown;
  identifier?: string;
  uid?: string;
}
