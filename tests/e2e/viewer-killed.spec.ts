/** A page and a browser are killed while somebody edits; `npm run crash -- --pages` does the same for longer. */
import { runPageRounds } from "../crash/page-rounds.ts";
import { createUser, expect, test } from "./support/app.ts";

test("no edit older than a second is missing after the page, or the whole browser, was killed beside other tests", async ({
  server,
}) => {
  const { findings, sum } = await runPageRounds({
    rounds: 2,
    seed: 1,
    safeMs: 1000,
    // `npm run crash -- --pages` asks that, on a machine that does nothing else.
    holdsStored: false,
    server,
    user: await createUser(server),
  });
  expect(findings).toEqual([]);
  // Otherwise the page always died before anything happened.
  expect(sum.edits).toBeGreaterThan(2);
});
