/** A page and a browser are killed during edits; `npm run crash -- --pages` does the same for longer. */
import { chromium } from "@playwright/test";
import { runPageRounds } from "../crash/page-rounds.ts";
import { chromiumArgs } from "../tools/find-chromium.ts";
import { createUser, expect, signIn, startApp, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

test("no edit older than a second is missing after the page, or the whole browser, was killed while other tests ran", async ({
  server,
}) => {
  const { findings, sum } = await runPageRounds({
    rounds: 2,
    seed: 1,
    safeMs: 1000,
    server,
    user: await createUser(server),
  });
  expect(findings).toEqual([]);
  // Otherwise the page always died before anything happened.
  expect(sum.edits).toBeGreaterThan(2);
});

test("without locks (plain http from another machine) one of two pages dies while the other goes on: nothing is lost, and nothing is there twice", async ({
  launchOptions,
}) => {
  const host = "annotate.example.org";
  const app = await startApp({ publicHosts: [host] });
  const server = { ...app, url: app.url.replace("127.0.0.1", host) };
  const args = [...chromiumArgs, `--host-resolver-rules=MAP ${host} 127.0.0.1`];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const user = await createUser(app);
    const id = await createDataset(user, { frames: 1 });
    const context = await browser.newContext({ baseURL: server.url });
    const openViewer = async (): Promise<ViewerPage> => {
      const page = await context.newPage();
      await signIn(page, server, user.token);
      return await new ViewerPage(page).open(id);
    };
    const [dying, living] = [await openViewer(), await openViewer()];
    expect(await living.page.evaluate(() => [isSecureContext, navigator.locks])).toEqual([false, undefined]);
    await dying.draw([20, 20, 60, 60]);
    await living.draw([80, 20, 120, 60]);
    await expect(dying.saveButton).toHaveAttribute("data-keeping", "kept");
    await dying.page.close({ runBeforeUnload: false });
    await living.press("Escape", "Escape");
    await living.draw([140, 20, 180, 60]);
    await expect(living.saveButton).toHaveText("2 changes");

    // It recovers what the dead page left, and nothing of the living one.
    const next = await openViewer();
    await expect(next.saveButton).toHaveText("1 change");
    await expect(next.rows).toHaveCount(1);
    await living.save();
    await next.save();
    const lefts = async () => (await storedTracks(user, id)).map(({ features }) => features[0]?.bounds?.[0]);
    expect((await lefts()).toSorted((a = 0, b = 0) => a - b)).toEqual([20, 80, 140]);
    const last = await openViewer();
    await expect(last.saveButton).toHaveText("Saved");
    await expect(last.rows).toHaveCount(3);
  } finally {
    await browser.close();
    await app.close();
  }
});
