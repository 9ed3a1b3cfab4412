/** A page and a browser are killed while somebody edits; `npm run crash -- --pages` does the same for longer. */
import { runPageRounds } from "../crash/page-rounds.ts";
import { createUser, expect, test } from "./support/app.ts";

test("no edit older than 250 ms is missing after the page, or the whole browser, was killed", async ({ server }) => {
  const { findings, sum } = await runPageRounds({ rounds: 2, seed: 1, server, user: await createUser(server) });
  expect(findings).toEqual([]);
  // Otherwise the page always died before anything happened.
  expect(sum.edits).toBeGreaterThan(2);
});
