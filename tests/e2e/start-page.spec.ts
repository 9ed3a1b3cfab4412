/** How datasets are presented before opening one: on the start page and as cards. */
import type { Locator } from "@playwright/test";
import { createUser, expect, goToPage, test } from "./support/app.ts";
import { row } from "./support/browser.ts";
import { createDataset, saveTracks } from "./support/viewer.ts";

/** The red value of the picture on top. */
const redOf = (thumbnail: Locator): Promise<number> =>
  thumbnail
    .locator("img:not([hidden])")
    .last()
    .evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      return context?.getImageData(10, 10, 1, 1).data[0] ?? -1;
    });

test("[S-BROWSE-02] datasets show their pictures, what they hold, how much is reviewed and whose they are", async ({
  page,
  user,
  server,
}) => {
  const other = await createUser(server);
  const keyframes = { 0: [10, 10, 40, 40] } as const;
  const tracks = [0, 1, 2, 3].map((id) => ({ id, type: id < 2 ? "fish" : "crab", keyframes }));
  const own = await createDataset(user, { name: "Reef", frames: 20, tracks });
  const [first] = await user.client.call("annotation.tracks", { folderId: own });
  const reviewed = { ...first!, attributes: { reviewed: true } };
  await user.client.call("annotation.save", { folderId: own, body: { tracks: { upsert: [reviewed], delete: [] } } });
  const lent = await createDataset(other, { name: "Wreck", frames: 1 });
  await saveTracks(other, lent, [{ id: 0, keyframes }]);
  const users = [{ id: user.id, level: 0 }];
  await other.client.call("folder.setAccess", { id: lent, access: JSON.stringify({ users, groups: [] }) });

  await page.goto("/");
  const recent = page.getByRole("region", { name: "Recent datasets" });
  const card = recent.getByRole("link", { name: /^Reef/ });
  await expect(card).toContainText("4 tracks · Image sequence");
  await expect(card.getByRole("progressbar", { name: "1 of 4 tracks reviewed" })).toBeVisible();
  await expect(card).not.toContainText(user.login);
  const borrowed = recent.getByRole("link", { name: /^Wreck/ });
  await expect(borrowed).toContainText(`· ${other.login}`);
  await expect(borrowed.getByRole("progressbar")).toHaveCount(0);

  // Pictures 0, 4, 8, 12, 16 in a loop, each redder by 48, while the pointer is there.
  const picture = card.locator("span").first();
  await expect.poll(() => redOf(picture)).toBeLessThan(10);
  await picture.hover();
  for (const min of [40, 140, 180]) await expect.poll(() => redOf(picture)).toBeGreaterThan(min);
  await page.mouse.move(0, 0);
  await expect.poll(() => redOf(picture)).toBeLessThan(10);

  await page.getByRole("button", { name: "Show as cards with pictures" }).click();
  await expect(row(page, "Reef")).toContainText("4 tracks · 2 types");
  await expect(row(page, "Reef").getByRole("progressbar", { name: "1 of 4 tracks reviewed" })).toBeVisible();
  await row(page, "Reef").locator("img").first().hover();
  await expect(row(page, "Reef").locator("img[data-part]")).toBeVisible();
  await page.getByRole("button", { name: "Show as a list" }).click();
  await row(page, "Reef").locator("img").first().hover();
  await expect(row(page, "Reef").locator("img[data-part]")).toHaveCount(0);
});

test("pages without contents lead to the datasets they need", async ({ page, user }) => {
  await page.goto(`/user/${user.id}`);
  for (const [path, title, next] of [
    ["/review", "Choose what to review", "Select datasets"],
    ["/scoring", "No results yet", "Select datasets"],
    ["/trained-models", "You don't have any trained model", "Select datasets"],
    ["/my-work", "You have no tasks", "Browse data"],
  ] as const) {
    await goToPage(page, path);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await page.locator("#content").getByRole("link", { name: next, exact: true }).press("Enter");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("grid")).toBeVisible();
  }
});

test.describe("in German", () => {
  test.use({ locale: "de-DE", viewport: { width: 720, height: 900 } });

  test("badges and the button that saves are whole in narrow windows; confidences have a comma", async ({
    page,
    user,
  }) => {
    const id = await createDataset(user, {
      name: "Reef",
      frames: 1,
      tracks: [{ id: 0, confidence: 0.4, keyframes: { 0: [10, 10, 40, 40] } }],
    });
    const name = "Transect_A_2026-09-15T10-22-41_converted_cropped_final_second_try_of_three.mp4";
    const [place] = await user.client.call("folder.list", { parentType: "user", parentId: user.id, name: "Private" });
    await user.client.call("dataset.clone", { cloneId: id, parentFolderId: place!._id, name });
    await page.goto(`/folder/${place!._id}`);
    const isWhole = (part: Locator) => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    const badge = page.getByText("geklont", { exact: true });
    await expect(row(page, name).getByRole("gridcell", { name: "1", exact: true })).toBeVisible();
    for (const look of ["Als Karten mit Bildern zeigen", "Als Liste zeigen"]) {
      await expect.poll(() => isWhole(badge)).toBe(true);
      await page.getByRole("button", { name: look }).click();
    }
    await page.getByRole("button", { name: "Als Karten mit Bildern zeigen" }).click();
    const [card, inner] = [(await row(page, name).boundingBox())!, (await badge.boundingBox())!];
    expect(inner.x).toBeGreaterThan(card.x + 8);

    await page.goto(`/viewer/${id}`);
    const save = page.getByTestId("save");
    await expect(save).toContainText("Gespeichert");
    const label = save.locator(".mantine-Button-label");
    expect(await isWhole(label)).toBe(true);
    const middle = ({ y, height }: { y: number; height: number }): number => y + height / 2;
    const [button, text] = [(await save.boundingBox())!, (await label.boundingBox())!];
    expect(Math.abs(middle(button) - middle(text))).toBeLessThan(2);
    expect(text.height).toBeLessThan(button.height - 4);

    await page.goto(`/review?datasetIds=${id}`);
    await expect(page.getByRole("gridcell")).toContainText("0,40");
  });
});
