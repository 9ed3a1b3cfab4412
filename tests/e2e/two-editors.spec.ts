/**
 * Two users in two browsers on one dataset of a real server: each draws, saves and reloads the page at random, while
 * files are imported. Everything drawn is there in the end, and both see the same. More seeds without a browser:
 * `tests/session/two-editors.test.ts`.
 */
import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { uploadFile } from "../../schemas/index.ts";
import { seededRandom } from "../support/random.ts";
import { createUser, expect, signIn, test } from "./support/app.ts";
import type { TestServer, TestUser } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

/** Five would fit into the picture; each takes eight seconds, and `tests/session` runs more. */
const seeds = [1];
const stepsOfSeed = 6;
const importsOfSeed = 1;

/** Left edge of the n-th box of a row; each is 16 px wide and high. */
const leftOf = (n: number): number => 10 + n * 25;
/** Each seed has three rows: one per user, and one for imports. */
const topOf = (seed: number, row: number): number => 5 + ((seed - 1) * 3 + row) * 15;

/**
 * The mode shows whether the box was accepted: while another user's changes are loading, boxes are refused with a
 * message.
 */
async function draw(viewer: ViewerPage, x: number, y: number): Promise<void> {
  await expect(async () => {
    const mode = await viewer.mode.textContent();
    if (mode === "Editing") return;
    if (mode === "Not editing") await viewer.press("n");
    await expect(viewer.mode).toHaveText("Creating", { timeout: 1000 });
    await viewer.drag([x, y], [x + 16, y + 12]);
    await expect(viewer.mode).toHaveText("Editing", { timeout: 2000 });
  }).toPass();
  await viewer.press("Escape");
}

async function reload({ page, canvas }: ViewerPage): Promise<void> {
  await page.reload();
  await expect(canvas).toBeVisible();
}

/** Returns where boxes were drawn. */
async function work(viewer: ViewerPage, top: number, random: () => number): Promise<string[]> {
  const drawn: string[] = [];
  for (let step = 0; step < stepsOfSeed; step += 1) {
    const kind = random();
    if (kind < 0.55 || step === 0) {
      const left = leftOf(drawn.length);
      await draw(viewer, left, top);
      drawn.push(`${left} ${top}`);
    } else if (kind < 0.9) await viewer.press("Control+s");
    else await reload(viewer);
    await viewer.page.waitForTimeout(random() * 60);
  }
  return drawn;
}

async function importFiles(user: TestUser, datasetId: string, top: number): Promise<string[]> {
  const lefts = Array.from({ length: importsOfSeed }, (_, n) => leftOf(n));
  for (const left of lefts) {
    const row = `0,image-000.png,0,${left},${top},${left + 16},${top + 12},0.9,-1,imported,0.9\n`;
    const target = { parentType: "folder", parentId: datasetId, name: `${left}-${top}.csv` } as const;
    await uploadFile(user.client, target, new Blob([row]));
    await user.client.call("rpc.postprocess", { id: datasetId, skipJobs: true, additive: true });
  }
  return lefts.map((left) => `${left} ${top}`);
}

interface Box {
  readonly id: number;
  readonly features: readonly { readonly bounds?: readonly number[] | undefined }[];
}

/** "left top" of the box of each track, rounded to the nearest possible position. */
function placesOf(tracks: readonly Box[]): string[] {
  return tracks
    .map(({ features: [first] }) => first?.bounds ?? [])
    .map(([x = 0, y = 0]) => `${leftOf(Math.round((x - 10) / 25))} ${5 + Math.round((y - 5) / 15) * 15}`)
    .toSorted();
}

/** The content of the page, according to its export. */
async function shownIn({ page }: ViewerPage): Promise<readonly Box[]> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "DIVE JSON" }).click(),
  ]);
  const { tracks } = JSON.parse(readFileSync(await download.path(), "utf8")) as { tracks: Record<string, Box> };
  return Object.values(tracks).toSorted((a, b) => a.id - b.id);
}

async function openBrowser(browser: Browser, server: TestServer, user: TestUser): Promise<ViewerPage> {
  const viewport = { width: 1000, height: 700 };
  const page = await (await browser.newContext({ baseURL: server.url, viewport })).newPage();
  await signIn(page, server, user.token);
  // Leaving with unsaved changes asks.
  page.on("dialog", (dialog) => void dialog.accept());
  return new ViewerPage(page);
}

test("two people draw, save, reload and import at random: everything is there in the end, and both see the same", async ({
  browser,
  server,
}) => {
  // Takes long, and twice as long on a busy machine.
  test.setTimeout(300_000);
  const [owner, friend] = [await createUser(server), await createUser(server)];
  const id = await createDataset(owner, { frames: 1 });
  const users = [
    { id: owner.id, level: 2 },
    { id: friend.id, level: 1 },
  ];
  await owner.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const viewers = [await openBrowser(browser, server, owner), await openBrowser(browser, server, friend)];
  await Promise.all(viewers.map((viewer) => viewer.open(id)));

  const expected: string[] = [];
  for (const seed of seeds) {
    await test.step(`seed ${seed}`, async () => {
      const made = await Promise.all([
        ...viewers.map((viewer, at) => work(viewer, topOf(seed, at), seededRandom(seed * 2 + at))),
        importFiles(owner, id, topOf(seed, 2)),
      ]);
      expected.push(...made.flat());
      for (const viewer of viewers) await viewer.save();
      // The other user's last save arrives with a save of one's own, or by reopening the page.
      await Promise.all(viewers.map(reload));
      const stored = await owner.client.call("annotation.tracks", { folderId: id });
      expect(placesOf(stored)).toEqual(expected.toSorted());
      for (const viewer of viewers) {
        await expect(viewer.saveButton).toHaveText("Saved");
        const wanted = stored.map(({ id: track, features, confidencePairs }) => ({
          id: track,
          features,
          confidencePairs,
        }));
        expect(await shownIn(viewer)).toMatchObject(wanted);
      }
    });
  }
  for (const { page } of viewers) await page.context().close();
});
