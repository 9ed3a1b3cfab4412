/** Comments on a dataset, its tracks and its frames. Not part of Girder's api. */
import { booleanShape, listOf, nullShape, objectOf, textShape } from "../json-shape.ts";
import { p, route } from "../route.ts";
import { commentAnchorShape, commentShape } from "../wire.ts";

const id = p.need.text();
const newCommentShape = objectOf({ text: textShape }, { threadId: textShape, anchor: commentAnchorShape });
const changeShape = objectOf({}, { text: textShape, resolved: booleanShape });

export const commentRoutes = {
  "comment.list": route(listOf(commentShape))("GET", "dive_dataset/:id/comment", {
    auth: "user",
    summary: "All comments on a dataset, oldest first.",
    parameters: { id },
  }),
  "comment.create": route(commentShape, newCommentShape)("POST", "dive_dataset/:id/comment", {
    auth: "user",
    summary:
      "Starts a thread about a place, or replies to one (`threadId`), for those who may write the dataset. A reply reopens a resolved thread. `@login` in the text mentions someone, who is notified if they can read the dataset.",
    parameters: { id },
    body: "json",
  }),
  "comment.update": route(commentShape, changeShape)("PUT", "dive_dataset/:id/comment/:commentId", {
    auth: "user",
    summary:
      "Changes the text of the caller's own comment; resolves or reopens a thread by its first comment, for those who may write the dataset.",
    parameters: { id, commentId: p.need.text() },
    body: "json",
  }),
  "comment.delete": route(nullShape)("DELETE", "dive_dataset/:id/comment/:commentId", {
    auth: "user",
    summary:
      "Deletes a comment, and with the first one its thread, for its author and for administrators of the dataset. The author of a thread that others have replied to has to be such an administrator.",
    parameters: { id, commentId: p.need.text() },
  }),
} as const;
