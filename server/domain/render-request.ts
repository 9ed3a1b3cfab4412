/** Requests to draw annotations into a copy of media. */
import { boolean, integer, listOf, object, oneOf, optional, text, tuple } from "./body-check.ts";

/** `zip`: a picture for each frame. */
const formats = ["mp4", "webm", "zip"] as const;
export type RenderFormat = (typeof formats)[number];

/** Frames of a track's path. */
const maxTail = 10_000;

/** The choices; missing ones have their default. */
export const renderOptions = {
  /** Absent: the default set. */
  set: optional(text),
  /** Of a dataset with one camera. Absent: the newest. */
  revision: optional(integer(0)),
  /** The first and the last frame; absent: all. */
  frames: optional(tuple([integer(0), integer(0)])),
  /** Absent: all. */
  types: optional(listOf(text)),
  labels: optional(oneOf(["none", "types", "ids"])),
  boxes: optional(boolean),
  tails: optional(integer(0, maxTail)),
  format: optional(oneOf(formats)),
  sound: optional(boolean),
};

export const renderRequest = object({ folderId: text, ...renderOptions }, "refuse");

/** Each with its revision at the time of the request. */
export const renderedCameras = listOf(object({ folderId: text, revision: integer(0) }, "drop"));
