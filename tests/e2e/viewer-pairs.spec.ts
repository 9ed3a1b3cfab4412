/** The candidate types of a track, in the tab Attributes. */
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

test("the right type of several is accepted, single ones are changed, added and taken away", async ({ page, user }) => {
  const pairs = [
    ["fish", 0.6],
    ["crab", 0.4],
  ] as const;
  const id = await createDataset(user, { tracks: [{ id: 0, pairs, keyframes: { 0: [20, 20, 120, 120] } }] });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.press("ArrowDown", "a");
  const list = page.getByRole("list", { name: "Confidence by type" });
  await expect(list.getByRole("listitem")).toHaveText(["fish0.6000", "crab0.4000"]);
  await list.getByRole("button", { name: "Change the confidence of crab" }).click();
  await page.getByRole("textbox", { name: "Confidence of crab" }).fill("0.7");
  await page.getByRole("textbox", { name: "Confidence of crab" }).press("Enter");
  await expect(list.getByRole("listitem")).toHaveText(["crab0.7000", "fish0.6000"]);
  await page.getByRole("button", { name: "Add a type" }).click();
  await page.getByRole("combobox", { name: "New type" }).fill("eel");
  await page.getByRole("combobox", { name: "New type" }).press("Enter");
  await expect(list.getByRole("listitem")).toHaveText(["crab0.7000", "fish0.6000", "eel0.5000"]);
  await list.getByRole("button", { name: "Remove eel" }).click();
  await list.getByRole("button", { name: "Accept fish" }).click();
  await expect(list.getByRole("listitem")).toHaveText(["fish1.0000"]);
  await viewer.canvas.locator("canvas").focus();
  await viewer.press("Control+z");
  await expect(list.getByRole("listitem")).toHaveText(["crab0.7000", "fish0.6000"]);
  await viewer.press("Control+y", "Control+s");
  await expect.poll(async () => (await storedTracks(user, id))[0]?.confidencePairs).toEqual([["fish", 1]]);
});
