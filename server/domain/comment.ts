/** Comments: the accepted bodies, and the users that a text mentions. */
import type { CommentAnchor } from "#schemas";

import { boolean, integer, number, object, optional, text, type Check } from "./body-check.ts";

/** Characters per comment. */
export const maxCommentLength = 10_000;
/** Comments per dataset. */
export const maxComments = 10_000;
/** Users that one comment can mention. */
const maxMentioned = 20;

const commentText: Check<string> = (value, report) => {
  const given = text(value, report)?.trim();
  if (given === undefined) return undefined;
  if (given === "") return report.add("the comment is empty: write something");
  if (given.length > maxCommentLength)
    return report.add(`the comment has more than ${maxCommentLength} characters: shorten it`);
  return given;
};

const largest = 2_147_483_647;
const anchorFields = object(
  {
    set: optional(text),
    camera: optional(text),
    track: optional(integer(0, largest)),
    frame: optional(integer(0, largest)),
    x: optional(number),
    y: optional(number),
  },
  "refuse",
);

const anchor: Check<CommentAnchor> = (value, report) => {
  const place = anchorFields(value, report);
  if (place === undefined) return undefined;
  if ((place.x === undefined) !== (place.y === undefined))
    return report.add("x and y go together: give both or neither");
  if (place.x !== undefined && place.frame === undefined)
    return report.add("a place needs its frame: give frame as well");
  return place;
};

export const newCommentBody = object(
  { text: commentText, threadId: optional(text), anchor: optional(anchor) },
  "refuse",
);
export const commentChangeBody = object({ text: optional(commentText), resolved: optional(boolean) }, "refuse");

/** The logins after `@` in a text, lower case and without duplicates, up to the limit of a comment. */
export function mentionedLogins(comment: string): string[] {
  // Logins begin with a letter and have at least four characters; a full stop at the end belongs to the sentence.
  const mentions = comment.matchAll(/(?<![\w@.-])@([a-z][\w.-]{3,})/gi);
  return [...new Set([...mentions].map(([, login = ""]) => login.toLowerCase().replace(/\.+$/, "")))].slice(
    0,
    maxMentioned,
  );
}
