/** Basic types of all documents, and the error answer. */
import { type ErrorCode, errorCodes } from "../error-codes.ts";
import {
  anyShape,
  documentShape,
  exactly,
  oneOf,
  optional,
  patternShape,
  textShape,
  type TypeOf,
} from "../json-shape.ts";

export const idShape = patternShape("^[0-9a-f]{24}$");

/** `YYYY-MM-DDTHH:MM:SS.ffffff+00:00`. */
export const dateShape = patternShape(String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$`, "date-time");

/** See `access-level.ts`. */
export const levelShape = oneOf(-1, 0, 1, 2);
export type { AccessLevel } from "../access-level.ts";

export const parentTypeShape = oneOf("user", "folder", "collection");
export type ParentType = TypeOf<typeof parentTypeShape>;
/** The root of a tree of folders. */
export const baseTypeShape = oneOf("user", "collection");

export const messageShape = exactly({ message: textShape });

export const errorReplyShape = documentShape("Error", {
  message: textShape,
  type: oneOf("rest", "validation", "access", "girder", "internal", "conflict"),
  /** Set where programs must distinguish the refusal from others. */
  code: optional(oneOf(...(Object.keys(errorCodes) as ErrorCode[]))),
  /** The parameter or property that is wrong. */
  field: optional(textShape),
  /** More for programs, depending on the error. */
  extra: optional(anyShape),
  identifier: optional(textShape),
  /** In the server's log, of an unexpected error. */
  uid: optional(textShape),
});
export type ErrorReply = TypeOf<typeof errorReplyShape>;
