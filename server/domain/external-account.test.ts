import { expect, test } from "vitest";

import { loginCandidates } from "./external-account.ts";

test("names of a provider become login names, with a number where they are taken", () => {
  const first = (login: string, email = "ada@example.org"): string | undefined =>
    loginCandidates({ login, email }).next().value as string;
  expect(first("Ada.Löve")).toBe("ada.love");
  expect(first("")).toBe("user-ada");
  expect(first("", "grace.hopper@example.org")).toBe("grace.hopper");
  expect(first("m.curie@example.org")).toBe("m.curie");
  expect(first("42_bob!")).toBe("user-bob");
  expect(first("李")).toBe("user");
  expect(first("a".repeat(300))).toHaveLength(90);
  expect([...loginCandidates({ login: "grace", email: "" })].slice(0, 3)).toEqual(["grace", "grace-2", "grace-3"]);
});
