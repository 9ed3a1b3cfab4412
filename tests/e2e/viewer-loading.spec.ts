/** Opening a dataset: URLs, progress, errors, read-only. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createUser, expect, goWithin, signIn, test } from "./support/app.ts";
import { createDataset, saveTracks, ViewerPage } from "./support/viewer.ts";

const fish = { id: 3, keyframes: { 0: [100, 80, 200, 160] } } as const;

test("[S-NAV-10] [V-ROUTE-03, V-LAYOUT-02, V-LOAD-03] [V-LAYOUT-03] [V-PLAY-13] [V-ROUTE-05, V-ROUTE-08, V-READONLY-02] [V-ROUTE-04, V-ROUTE-06] a dataset opens with its first picture, and a spinner while the next loads; revisions open read-only; the address names set and revision", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { name: "reef", tracks: [fish] });
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  await page.route("**/media/*/download", async (route) => {
    count += 1;
    await (count > 1 ? others : first).promise;
    await route.continue();
  });
  await page.goto(`/viewer/${id}`);
  await expect.poll(() => count).toBeGreaterThan(0);
  const viewer = new ViewerPage(page);
  await expect(page.getByText("Loading the dataset")).toBeVisible();
  await expect(page.locator("main[aria-busy]")).toBeVisible();
  first.resolve();
  await viewer.ready();
  await expect(page.getByRole("heading", { name: "reef" })).toBeVisible();
  await expect(viewer.rows).toHaveCount(1);
  await expect(page.getByLabel("Buffering")).toHaveCount(0);
  // It plays up to a picture that has not loaded, and waits for it.
  await viewer.press("Space");
  await expect(page.getByLabel("Buffering")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await viewer.expectFrame(0);
  await viewer.press("Space");
  await expect(page.getByLabel("Buffering")).toHaveCount(0);
  await viewer.press("PageDown");
  await expect(page.getByLabel("Buffering")).toBeVisible();
  await expect(viewer.canvas.getByText(/^Loading frame \d+…$/)).toBeVisible();
  others.resolve();
  await expect(page.getByLabel("Buffering")).toHaveCount(0);
  await viewer.ready();
  await page.unroute("**/media/*/download");

  await saveTracks(user, id, [{ id: 8, keyframes: { 0: [10, 10, 50, 50] } }]);
  await viewer.open(id, "/revision/1");
  await expect(viewer.rows).toHaveCount(1);
  await expect(page.getByText("Read only")).toBeVisible();
  await viewer.open(id, "/revision/newest");
  await expect(viewer.rows).toHaveCount(2);
  await expect(page.getByText("Read only")).toHaveCount(0);

  const track = (trackId: number) => ({
    id: trackId,
    begin: 0,
    end: 0,
    confidencePairs: [["crab", 1]],
    attributes: {},
    features: [{ frame: 0, bounds: [1, 2, 30, 40], keyframe: true, attributes: {} }],
  });
  const save = (trackId: number) =>
    user.client.call("annotation.save", {
      folderId: id,
      body: { tracks: { upsert: [track(trackId)], delete: [] }, set: "model-a" },
    });
  const { revision } = await save(20);
  await save(21);
  await viewer.open(id, "/set/model-a");
  await expect(viewer.rows).toHaveCount(2);
  await expect(viewer.row(20)).toBeVisible();
  await viewer.open(id, `/set/model-a/revision/${revision}`);
  await expect(viewer.rows).toHaveCount(1);
  await expect(viewer.row(20)).toBeVisible();
});

test("[V-ROUTE-01] without signing in the viewer's addresses lead to the login page", async ({ browser, server }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const rest of ["", "/set/model-a", "/revision/1", "/set/model-a/revision/1"]) {
    await page.goto(`${server.url}/viewer/0123456789abcdef01234567${rest}`);
    await expect(page).toHaveURL(/\/login/);
  }
  await context.close();
});

test("[V-LOAD-01] [V-TRACKLIST-08, after loading] metadata of the dataset and of its media, and annotations in chunks of 4000, are loaded with a progress percent; sorting comes after", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const tracks = Array.from({ length: 4100 }, (_, at) => ({ id: at, keyframes: { 0: [10, 10, 50, 50] } }) as const);
  await saveTracks(user, id, tracks);
  const asked: string[] = [];
  const paths = new Set<string>();
  page.on("request", (request) => void paths.add(new URL(request.url()).pathname));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/v1/dive_annotation/track?*", async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(`${searchParams.get("offset")}+${searchParams.get("limit")}`);
    if (asked.length === 2) await held;
    await route.continue();
  });
  await page.goto(`/viewer/${id}`);
  await expect(page.getByRole("status").filter({ hasText: "Loading the dataset" })).toContainText(/[1-9]\d? %/);
  const sorting = page.getByRole("toolbar", { name: "Track tools" }).getByRole("button", { name: /^Sorted by/ });
  await expect(sorting).toHaveCount(0);
  release();
  const viewer = await new ViewerPage(page).ready();
  expect(asked).toEqual(["0+4000", "4000+4000"]);
  for (const path of [
    `dive_dataset/${id}`,
    `dive_dataset/${id}/media`,
    "dive_annotation/track",
    "dive_annotation/group",
  ])
    expect(paths).toContain(`/api/v1/${path}`);
  await expect(sorting).toBeEnabled();
  await expect(page.getByRole("heading", { name: "Tracks (4,100)" })).toBeVisible();
  await viewer.press("ArrowUp");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "4099");
});

test("a large set comes as an image, without a page of tracks; where its file is damaged, pages come as before", async ({
  page,
  user,
  server,
}) => {
  const id = await createDataset(user);
  const keyframes = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, [at, 10, at + 50, 50] as const]));
  const tracks = Array.from({ length: 1500 }, (_, at) => ({ id: at, keyframes }) as const);
  await saveTracks(user, id, tracks);
  const headers = { "Accept-Encoding": "zstd" };
  await expect
    .poll(async () => (await user.client.fetch("annotation.image", { folderId: id }, { headers })).status, {
      timeout: 30_000,
    })
    .toBe(200);
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, kind] = /dive_annotation\/(\w+)\?/.exec(request.url()) ?? [];
    if (kind !== undefined) asked.push(kind);
  });
  // The viewer's first requests are sent before its code has loaded.
  const isAsked = page.waitForRequest(/dive_annotation\/image/);
  await page.route("**/assets/ViewerPage-*.js", async (route) => {
    await isAsked;
    await route.continue();
  });
  const viewer = await new ViewerPage(page).open(id);
  await expect(page.getByRole("heading", { name: "Tracks (1,500)" })).toBeVisible();
  expect(asked).toEqual(["image"]);
  await viewer.press("ArrowUp");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1499");

  const folder = join(server.dataFolder, "cache", "annotations");
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    bytes.fill(0x5a, bytes.length >> 1, (bytes.length >> 1) + 64);
    await writeFile(join(folder, name), bytes);
  }
  asked.length = 0;
  await page.reload();
  await viewer.ready();
  await expect(page.getByRole("heading", { name: "Tracks (1,500)" })).toBeVisible();
  expect(asked).toEqual(["image", "track", "group"]);
});

test("[V-LOAD-04, S-ERROR-12] what cannot be opened says why, and whom to ask, in a red alert; below it are ways on", async ({
  page,
  user,
}) => {
  const folder = await user.client.call("folder.create", { parentType: "user", parentId: user.id, name: "no dataset" });
  await page.goto(`/viewer/${folder._id}`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Dataset not a valid folder");
  await expect(alert).toContainText("if you don't know how to resolve this, please contact the server administrator");
  // Advice comes before the server's message.
  const advice = await page.getByText("It may have been moved or deleted").boundingBox();
  expect(advice?.y).toBeLessThan((await alert.boundingBox())?.y ?? 0);
  const [red = 0, green = 0, blue = 0] = (
    await alert.evaluate((element) => getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? [])
  ).map(Number);
  expect(red).toBeGreaterThan(green);
  expect(red).toBeGreaterThan(blue);
  await expect(page.getByRole("heading", { level: 1, name: "Could not open this dataset" })).toBeVisible();
  await expect(page).toHaveTitle(/^Could not open this dataset · /);
  await page.getByRole("link", { name: "Open its folder" }).click();
  await expect(page).toHaveURL(`/folder/${folder._id}`);
  await expect(page).toHaveTitle(/^no dataset · /);

  // A number is of no use to people.
  await goWithin(page, `/viewer/${"0123456789ab".repeat(2)}`);
  await expect(alert).toContainText("There is no dataset at this address.");
  await expect(alert).not.toContainText("0123456789ab");
  await page.getByRole("link", { name: "Look in the trash" }).click();
  await expect(page).toHaveURL("/trash");
});

test("[V-READONLY-03, V-READONLY-05, V-READONLY-07, V-READONLY-13, V-READONLY-14, V-READONLY-16, V-READONLY-18, V-READONLY-21, V-ROUTE-07] next to comparison sets nothing can be edited", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, {
    tracks: [{ id: 3, keyframes: { 0: [100, 80, 200, 160], 4: [100, 80, 200, 160] } }],
  });
  const viewer = await new ViewerPage(page).open(id, "?comparisonSets=model-a");
  await viewer.click(150, 120);
  await expect(viewer.selectedRow).toHaveCount(1);
  for (const key of ["n", "e", "k", "i", "Delete", "Shift+Enter", "Control+z", "Control+s"]) await viewer.press(key);
  await expect(page.getByText("This Dataset is in Read Only mode, no edits can be made.")).toBeVisible();
  await expect(viewer.mode).toHaveText("Not editing");
  await expect(viewer.dialog).toHaveCount(0);
  await expect(viewer.rows).toHaveCount(1);
  await expect(viewer.saveButton).toBeDisabled();
  await viewer.open(id, "/set/model-c?comparisonSets=default");
  await expect(page.getByText("Read only")).toBeVisible();
  await expect(viewer.rows).toHaveCount(1);
  await viewer.open(id, "?comparisonSets=model-a&comparisonSets=model-b");
  await expect(page.getByText("Read only")).toBeVisible();
  const row = viewer.row(3);
  for (const name of ["Delete", "Edit", "Keyframe here: remove it", "Interpolated from here: turn off"]) {
    await expect(row.getByRole("button", { name, exact: true })).toBeDisabled();
  }
  await expect(row.getByRole("button", { name: /^Type of track/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Track", exact: true })).toBeDisabled();
});

test("[V-ROUTE-02] the viewer names no roles: an administrator can do what any other person with the same access can", async ({
  browser,
  server,
  user,
}) => {
  const id = await createDataset(user, { tracks: [fish] });
  const someone = await createUser(server);
  const users = [
    { id: user.id, level: 2 },
    { id: someone.id, level: 1 },
    { id: server.userId, level: 1 },
  ];
  await user.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  /** Every control of the viewer, and whether it is enabled. */
  const controlsOf = async (token: string): Promise<string[]> => {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await signIn(page, server, token);
    const viewer = await new ViewerPage(page).open(id);
    await viewer.press("ArrowDown");
    await expect(viewer.selectedRow).toHaveCount(1);
    const found = await page.evaluate(() =>
      [...document.querySelectorAll("button, a, input, [role=slider], [role=tab]")].map((control) => {
        const name = control.getAttribute("aria-label") ?? control.textContent;
        const isOff = control.matches(":disabled, [aria-disabled=true], [data-disabled]");
        return `${control.tagName} ${name} ${isOff ? "off" : "on"}`;
      }),
    );
    await context.close();
    return found;
  };
  const mine = await controlsOf(someone.token);
  expect(mine.length).toBeGreaterThan(40);
  expect(await controlsOf(server.token)).toEqual(mine);
});
