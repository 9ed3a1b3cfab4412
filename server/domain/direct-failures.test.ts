import { expect, test } from "vitest";

import { directFailureOf, withDirectFailure } from "./direct-failures.ts";

const minuteMs = 60_000;

test("a storage has one failure an hour, whatever its reason, and others have their own", () => {
  const first = withDirectFailure(undefined, "a", { reason: "blocked", atMs: 0 });
  expect(first).toEqual({ a: { reason: "blocked", atMs: 0 } });
  for (const reason of ["blocked", "refused", "changed"] as const) {
    expect(withDirectFailure(first, "a", { reason, atMs: 59 * minuteMs })).toBeUndefined();
  }
  const later = withDirectFailure(first, "a", { reason: "refused", atMs: 60 * minuteMs });
  expect(directFailureOf(later, "a", 60 * minuteMs)?.reason).toBe("refused");
  const both = withDirectFailure(first, "b", { reason: "changed", atMs: minuteMs });
  expect(Object.keys(both ?? {})).toEqual(["a", "b"]);
});
