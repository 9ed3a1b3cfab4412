/** Words that all documents use, and the answer that tells of an error. */
import type { ErrorCode } from "../error-codes.ts";

/** `YYYY-MM-DDTHH:MM:SS.ffffff+00:00`. */
export type IsoDate = string;
/** -1 none, 0 read, 1 write, 2 administrate. */
export type AccessLevel = -1 | 0 | 1 | 2;
export type ParentType = "user" | "folder" | "collection";

export interface ErrorReply {
  message: string;
  type: "rest" | "validation" | "access" | "girder" | "internal" | "conflict";
  /** Where programs have to tell this refusal from others. */
  code?: ErrorCode;
  field?: string;
  extra?: unknown;
  identifier?: string;
  uid?: string;
}
