/** How long a session that a one-time link has begun may set a password without the old one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { openSqliteDatabase } from "../adapters/sqlite/database.ts";
import { newObjectId } from "../base/object-id.ts";
import type { Ports } from "../ports/index.ts";
import { TokenScope, TokenService } from "./token.service.ts";

const HOUR_MS = 60 * 60 * 1000;

test("a day after a one-time link its session is like any other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-tokens-"));
  const database = await openSqliteDatabase(join(folder, "test.db"));
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  let nowMs = 1000 * HOUR_MS;
  const clock = { nowMs: () => nowMs, steadyMs: () => nowMs };
  const tokens = new TokenService({ database, clock, ids: { next: newObjectId } } as Pick<
    Ports,
    "clock" | "database" | "ids"
  > as Ports);
  const { text } = await tokens.create(null, [TokenScope.userAuth, TokenScope.newPassword], 100 * HOUR_MS);
  nowMs += 23 * HOUR_MS;
  expect((await tokens.find(text))?.scopes).toEqual([TokenScope.userAuth, TokenScope.newPassword]);
  nowMs += 2 * HOUR_MS;
  expect((await tokens.find(text))?.scopes).toEqual([TokenScope.userAuth]);
  nowMs += 80 * HOUR_MS;
  expect(await tokens.find(text)).toBeUndefined();
});
