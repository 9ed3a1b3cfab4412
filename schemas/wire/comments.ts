/** Comments: what people write about a dataset, and the place it is about. */
import { documentShape, exactly, integerShape, numberShape, optional, textShape, type TypeOf } from "../json-shape.ts";
import { dateShape, idShape } from "./basics.ts";

const anchorFields = {
  /** The annotation set that the track is in; absent: the default one. */
  set: optional(textShape),
  /** Name of the camera, in a dataset of several. */
  camera: optional(textShape),
  track: optional(integerShape),
  frame: optional(integerShape),
  /** A place on the frame, in pixels of the picture; both or neither. */
  x: optional(numberShape),
  y: optional(numberShape),
};

/** What a thread is about: a track, a box of it (track and frame), a frame, a place on one. Empty: the whole dataset. */
export const commentAnchorShape = documentShape("CommentAnchor", anchorFields);
export type CommentAnchor = TypeOf<typeof commentAnchorShape>;

export const commentShape = documentShape("Comment", {
  _id: idShape,
  /** The comment that began the thread; of that one, its own id. */
  threadId: idShape,
  text: textShape,
  authorId: idShape,
  authorLogin: textShape,
  created: dateShape,
  /** When the text was last changed. */
  edited: optional(dateShape),
  /** Of the whole thread; only its first comment has it. */
  anchor: optional(commentAnchorShape),
  /** Only the first comment of a thread can have it. */
  resolved: optional(exactly({ at: dateShape, byLogin: textShape })),
});
export type Comment = TypeOf<typeof commentShape>;
