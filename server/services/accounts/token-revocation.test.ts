/**
 * Tokens that end without a message: expired, or revoked while the message was lost. With messages:
 * tests/contract/notification.test.ts.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Ports } from "../../ports/index.ts";
import type { TokenRecord } from "../../ports/records.ts";
import { announceRevocation, watchToken } from "./token-revocation.ts";

const token: TokenRecord = {
  id: "t1",
  hash: "h1",
  userId: "u1",
  scopes: [],
  createdMs: 0,
  expiresMs: 1000 * 60 * 60,
  apiKeyId: "k1",
  address: null,
  agent: null,
  lastUseMs: null,
};
let stored: TokenRecord | undefined;
let isDatabaseAway = false;
let ports: Ports;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  stored = token;
  isDatabaseAway = false;
  const findByHash = async (): Promise<TokenRecord | undefined> => {
    if (isDatabaseAway) throw new Error("the database is away");
    return stored;
  };
  const listeners = new Set<(payload: unknown) => void>();
  ports = {
    clock: { nowMs: () => Date.now(), steadyMs: () => performance.now() },
    database: { tokens: { findByHash } },
    events: {
      publish: async ({ payload }: { payload: unknown }) => listeners.forEach((listener) => listener(payload)),
      subscribe: (_topic: string, listener: (payload: unknown) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  } as unknown as Ports;
});
afterEach(() => vi.useRealTimers());

test("a token that is gone when watching begins ends at once", async () => {
  stored = undefined;
  const onEnd = vi.fn();
  watchToken(ports, token, onEnd);
  await vi.advanceTimersByTimeAsync(0);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test("one that expires, or is gone without a message, ends within a minute; a database that is away ends nothing", async () => {
  const [expired, lost] = [vi.fn(), vi.fn()];
  watchToken(ports, token, expired);
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  expect(expired).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(expired).toHaveBeenCalledTimes(1);

  const later = { ...token, expiresMs: Number.POSITIVE_INFINITY };
  stored = later;
  watchToken(ports, later, lost);
  isDatabaseAway = true;
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(lost).not.toHaveBeenCalled();
  [isDatabaseAway, stored] = [false, undefined];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lost).toHaveBeenCalledTimes(1);
});

test("jobs that are no longer watched are not reported, and an end is reported once", async () => {
  const [stopped, ended, looked] = [vi.fn(), vi.fn(), vi.fn()];
  watchToken(ports, token, stopped)();
  watchToken(ports, token, ended);
  // The first check of the database finds nothing, after the message has arrived.
  stored = undefined;
  watchToken(ports, token, looked);
  watchToken(ports, token, stopped)();
  for (const userId of ["u2", "u1", "u1"]) await announceRevocation(ports, { userId });
  await announceRevocation(ports, { tokenId: "t1" });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect([stopped, ended, looked].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
});
