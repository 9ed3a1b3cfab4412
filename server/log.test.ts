/** Log lines contain no secrets and are short. */
import { expect, test } from "vitest";

import { prettyLine, withoutSecrets } from "./log.ts";

test("values of secret parameters are not written", () => {
  expect(withoutSecrets("/api/v1/user/password/temporary/1?token=abc&x=1")).toBe(
    "/api/v1/user/password/temporary/1?token=***&x=1",
  );
  expect(withoutSecrets("/api/v1/user/password?old=a&new=b%26c")).toBe("/api/v1/user/password?old=***&new=***");
  expect(withoutSecrets("/api/v1/user?login=a&password=b")).toBe("/api/v1/user?login=a&password=***");
  expect(withoutSecrets("/api/v1/user/me?%74oken=abc")).toBe("/api/v1/user/me?%74oken=***");
  expect(withoutSecrets("/api/v1/user/me?%zz=abc")).toBe("/api/v1/user/me?%zz=abc");
  expect(withoutSecrets("/api/v1/folder?text=token")).toBe("/api/v1/folder?text=token");
});

test("lines for people", () => {
  const line = { time: "2026-11-21T06:13:24.996Z", level: 30 };
  const request = { req: { method: "GET", url: "/api/v1/user/me" }, res: { statusCode: 200 }, responseTime: 8.26 };
  expect(prettyLine({ ...line, ...request, msg: "request" })).toBe("06:13:24 GET /api/v1/user/me 200 8 ms");
  expect(
    prettyLine({ ...line, level: 50, msg: "request failed", err: { message: "m", stack: "Error: m\n at x" } }),
  ).toBe("06:13:24 ERROR request failed Error: m\n at x");
  expect(prettyLine({ ...line, level: 40, msg: "careful" })).toBe("06:13:24 warning careful");
});
