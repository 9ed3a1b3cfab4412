import { expect, test } from "vitest";

import { checkBody } from "./body-check.ts";
import { mentionedLogins, newCommentBody } from "./comment.ts";

test("a comment mentions the logins after @, each once, but no mail addresses", () => {
  expect(mentionedLogins("@Ada.l, is this a cod? Ask @grace-h. Or ada@example.org, or @ada.l.")).toEqual([
    "ada.l",
    "grace-h",
  ]);
  expect(mentionedLogins("@@nobo @ab 5@frames")).toEqual([]);
  expect(mentionedLogins(Array.from({ length: 50 }, (_, n) => `@user${n}`).join(" "))).toHaveLength(20);
});

test("an empty or endless text, half a place, and a place without its frame are refused by name", () => {
  const messageOf = (body: unknown): string => {
    const result = checkBody("Comment", newCommentBody, body);
    return result.ok ? "ok" : result.message;
  };
  expect(messageOf({ text: " ? ", anchor: { track: 0, frame: 3, x: 1.5, y: -2 } })).toBe("ok");
  expect(messageOf({ text: " \n " })).toContain("the comment is empty");
  expect(messageOf({ text: "a".repeat(10_001) })).toContain("more than 10000 characters");
  expect(messageOf({ text: "?", anchor: { frame: 1, x: 1 } })).toContain("x and y go together");
  expect(messageOf({ text: "?", anchor: { x: 1, y: 1 } })).toContain("a place needs its frame");
  expect(messageOf({ text: "?", anchor: { track: -1 } })).toContain("anchor -> track");
  expect(messageOf({ text: "?", anchor: { tracks: 1 } })).toContain("extra fields not permitted");
});
