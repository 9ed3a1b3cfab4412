import { expect, test } from "vitest";
import { conflictSource } from "./conflict-source.ts";

const by = (author: string, description = "save") => ({ author_id: author, author_name: author, description });

test("a conflict is said to come from a job where a job has saved, not from another window", () => {
  expect(conflictSource([by("me", "Running fish on reef")], "me")).toBe(
    "“Running fish on reef” stored its result in the meantime.",
  );
  expect(conflictSource([by("me")], "me")).toBe("You saved in another window.");
  expect(conflictSource([by("ada"), by("me"), by("ada"), by("bob")], "me")).toBe("ada, bob saved in the meantime.");
  expect(conflictSource([by("bob", "Running fish"), by("me")], "me")).toBe(
    "“Running fish” stored its result in the meantime. You saved in another window.",
  );
});
