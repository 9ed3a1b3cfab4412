/** Two users in two browsers with the same dataset open: each is notified of the other's saves, and merges them. */
import type { Browser, Locator } from "@playwright/test";
import { createUser, expect, signIn, test } from "./support/app.ts";
import type { TestServer, TestUser } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

async function openBrowser(browser: Browser, server: TestServer, user: TestUser, id: string): Promise<ViewerPage> {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(page, server, user.token);
  // The stream is open once the page has requested it: later saves are received.
  const streaming = page.waitForResponse((response) => response.url().includes("notification/stream"));
  const viewer = await new ViewerPage(page).open(id);
  await streaming;
  return viewer;
}

const noticeOf = ({ page }: ViewerPage): Locator => page.getByTestId("others-notice");

async function addTrack(viewer: ViewerPage, box: readonly [number, number, number, number]): Promise<void> {
  await viewer.draw(box);
  await viewer.press("Escape");
}

test("what someone else saves is announced with name and revision, merged on request, and at once where that is set", async ({
  browser,
  server,
}) => {
  const [ada, bob] = [await createUser(server), await createUser(server)];
  const id = await createDataset(ada, { frames: 2, tracks: [{ id: 0, keyframes: { 0: [10, 10, 60, 60] } }] });
  const users = [
    { id: ada.id, level: 2 },
    { id: bob.id, level: 1 },
  ];
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const [adas, bobs] = [await openBrowser(browser, server, ada, id), await openBrowser(browser, server, bob, id)];

  await addTrack(bobs, [100, 100, 150, 150]);
  await bobs.save();
  await expect(noticeOf(adas)).toContainText(`${bob.login} saved 1 change (revision 2).`);
  await expect(noticeOf(bobs)).toHaveCount(0);
  await expect(adas.rows).toHaveCount(1);
  // Also if a panel covers the picture.
  const wide = adas.page.viewportSize()!;
  const compare = adas.page.getByRole("button", { name: "Compare", exact: true });
  await adas.page.setViewportSize({ width: 1024, height: 768 });
  await compare.click();
  await noticeOf(adas).getByRole("button", { name: "Merge", exact: true }).click();
  await expect(adas.rows).toHaveCount(2);
  await compare.click();
  await adas.page.setViewportSize(wide);
  await expect(noticeOf(adas)).toHaveCount(0);

  // With unsaved changes: both are kept, here and on the server.
  await addTrack(bobs, [200, 100, 250, 150]);
  await addTrack(adas, [200, 20, 250, 70]);
  await bobs.save();
  await noticeOf(adas).getByRole("button", { name: "Save and merge" }).click();
  await expect(adas.rows).toHaveCount(4);
  await expect(adas.saveButton).toContainText("Saved");
  await expect(noticeOf(bobs)).toContainText(`${ada.login} saved 1 change`);

  // Automatically, if the user chooses that: pending changes, and later ones.
  await bobs.page.getByRole("button", { name: "More", exact: true }).click();
  await bobs.page.getByRole("menuitemcheckbox", { name: "Merge automatically" }).click();
  await bobs.press("Escape");
  await expect(bobs.rows).toHaveCount(4);
  await expect(noticeOf(bobs)).toHaveCount(0);
  await adas.row(0).click();
  await adas.press("Delete");
  await adas.dialog.getByRole("button", { name: "Delete" }).click();
  await adas.save();
  await expect(bobs.rows).toHaveCount(3);
  await expect(bobs.page.getByText("is now shown (revision 5)")).toBeVisible();
  expect(await storedTracks(ada, id)).toHaveLength(3);
});

test("people who save as they go see each other's frame, selection and changes at once, and undo only their own", async ({
  browser,
  server,
}) => {
  const [ada, bob] = [await createUser(server), await createUser(server)];
  const id = await createDataset(ada, { frames: 2, tracks: [{ id: 0, keyframes: { 0: [10, 10, 60, 60] } }] });
  const users = [
    { id: ada.id, level: 2 },
    { id: bob.id, level: 1 },
  ];
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const [adas, bobs] = [await openBrowser(browser, server, ada, id), await openBrowser(browser, server, bob, id)];
  for (const viewer of [adas, bobs]) {
    await viewer.page.getByRole("button", { name: "More", exact: true }).click();
    await viewer.page.getByRole("menuitemcheckbox", { name: "Save as I go" }).click();
    await viewer.press("Escape");
  }
  const hereOf = ({ page }: ViewerPage): Locator => page.getByTestId("people-here").getByRole("button");
  await expect(hereOf(adas)).toHaveText([`${bob.login}, frame 0`]);
  await bobs.row(0).click();
  await expect(hereOf(adas)).toHaveText([`${bob.login}, frame 0, track 0`]);
  await expect(adas.page.getByTestId("people-marks")).toContainText(bob.login);

  // Drawn by both; each sees the other's without saving or merging.
  await addTrack(bobs, [100, 100, 150, 150]);
  await expect(adas.rows).toHaveCount(2);
  await addTrack(adas, [200, 20, 250, 70]);
  await expect(bobs.rows).toHaveCount(3);
  await expect(noticeOf(adas)).toHaveCount(0);
  await expect(bobs.saveButton).toContainText("Saved");

  // Undo takes back one's own step, although the other's is newer.
  await bobs.press("Control+z");
  await expect(bobs.rows).toHaveCount(2);
  await expect(adas.rows).toHaveCount(2);
  await expect.poll(async () => (await storedTracks(ada, id)).length).toBe(2);
  await adas.press("Control+z");
  await expect(bobs.rows).toHaveCount(1);

  // A page that is left, or closed, is no longer listed.
  await bobs.page.getByRole("link", { name: "Jobs", exact: true }).click();
  await expect(hereOf(adas)).toHaveCount(0);
  await bobs.page.goBack();
  await expect(hereOf(adas)).toHaveCount(1);
  await bobs.page.close({ runBeforeUnload: true });
  await expect(hereOf(adas)).toHaveCount(0);
});
