/** A type has one color on all pages: in the viewer, on the page Review, in label summaries and in scorings. */
import type { Locator } from "@playwright/test";
import { expect, goWithin, test } from "./support/app.ts";
import { createDataset, ViewerPage, type TrackSketch } from "./support/viewer.ts";

const fish: TrackSketch = { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } };
const violet = "rgb(229, 153, 247)";
const green = "rgb(18, 184, 134)";

test("a type has the stored color of its datasets on every page; datasets that differ are marked", async ({
  page,
  user,
}) => {
  const [one = "", two = "", three = ""] = await Promise.all(
    ["Reef one", "Reef two", "Reef three"].map((name) => createDataset(user, { name, frames: 1, tracks: [fish] })),
  );
  const color = (id: string, hex: string) =>
    user.client.call("dataset.update", { id, body: { customTypeStyling: { fish: { color: hex } } } });
  await Promise.all([color(one, "#e599f7"), color(two, "#E599F7"), color(three, "#e599f7")]);
  const pairs = [one, three].map((id) => ({ computed: { datasetId: id }, truth: { datasetId: two } }));
  await user.client.call("rpc.score", { body: { pairs, title: "Reefs" } } as never);
  const swatch = (within: Locator): Locator => within.locator("span:empty").first();

  await new ViewerPage(page).open(one);
  await expect(swatch(page.locator('[data-type="fish"]'))).toHaveCSS("background-color", violet);
  await page.goto(`/review?datasetIds=${one}`);
  const chip = page.getByRole("gridcell", { name: /fish/ });
  await expect(swatch(chip.getByRole("button", { name: "fish" }))).toHaveCSS("background-color", violet);

  await page.goto("/summary");
  const row = page.getByRole("row", { name: /fish/ });
  await expect(swatch(row)).toHaveCSS("background-color", violet);
  await expect(row).not.toContainText("different colors");
  await page.getByRole("button", { name: "Show the datasets with fish" }).click();
  await expect(page.getByRole("link", { name: "Reef three", exact: true })).toBeVisible();
  await expect(page.getByText("in another color")).toHaveCount(0);

  await expect.poll(async () => (await user.client.call("dataset.scorings", { id: one })).length).toBe(1);
  await goWithin(page, "/scoring");
  await page.getByRole("link", { name: "Open Reefs" }).click();
  await page.getByRole("tab", { name: "Types" }).click();
  const scoredRow = page.getByRole("rowheader", { name: "fish" });
  await expect(swatch(scoredRow)).toHaveCSS("background-color", violet);
  await expect(scoredRow).toHaveText("fish");

  await test.step("after a change, most datasets decide, and the mark says that some differ", async () => {
    await color(three, "#12b886");
    await goWithin(page, "/summary");
    const both = `linear-gradient(135deg, ${violet} 60%, ${green} 60%)`;
    await expect(row).toContainText("Datasets show this type in different colors");
    await expect(swatch(row)).toHaveCSS("background-image", both);
    await page.getByRole("button", { name: "Show the datasets with fish" }).click();
    const differs = page.getByText("Reef three shows fish in another color");
    await expect(differs).toBeAttached();
    await expect(swatch(differs.locator(".."))).toHaveCSS("background-color", green);
    await expect(page.getByText("in another color")).toHaveCount(1);

    await goWithin(page, "/scoring");
    await page.getByRole("link", { name: "Open Reefs" }).click();
    await page.getByRole("tab", { name: "Types" }).click();
    await expect(scoredRow).toHaveText("Datasets show this type in different colorsfish");
    await expect(swatch(scoredRow)).toHaveCSS("background-image", both);
  });
});
