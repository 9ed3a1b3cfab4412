/** Comments: texts about a dataset, and the place they refer to. */
import { documentShape, exactly, integerShape, numberShape, optional, textShape, type TypeOf } from "../json-shape.ts";
import { dateShape, idShape } from "./basics.ts";

const anchorFields = {
  /** The annotation set that the track is in; absent: the default one. */
  set: optional(textShape),
  /** Name of the camera, in a dataset of several. */
  camera: optional(textShape),
  track: optional(integerShape),
  frame: optional(integerShape),
  /** A position on the frame, in pixels of the picture; both or neither. */
  x: optional(numberShape),
  y: optional(numberShape),
};

/**
 * The subject of a thread: a track, its box (track and frame), a frame, or a position on one. Empty: the whole dataset.
 */
export const commentAnchorShape = documentShape("CommentAnchor", anchorFields);
export type CommentAnchor = TypeOf<typeof commentAnchorShape>;

export const commentShape = documentShape("Comment", {
  _id: idShape,
  /** The comment that began the thread; for that comment, its own id. */
  threadId: idShape,
  text: textShape,
  authorId: idShape,
  authorLogin: textShape,
  created: dateShape,
  /** When the text was last changed. */
  edited: optional(dateShape),
  /** The place of the whole thread; only set on its first comment. */
  anchor: optional(commentAnchorShape),
  /** Only set on the first comment of a thread. */
  resolved: optional(exactly({ at: dateShape, byLogin: textShape })),
});
export type Comment = TypeOf<typeof commentShape>;
