/** Types as a whole: the settings of their list, many at once, deleting, renaming, and their styles. */
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage, type TrackSketch } from "./support/viewer.ts";

const zoo: readonly TrackSketch[] = [
  { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60], 2: [100, 10, 160, 60] } },
  { id: 2, type: "crab", keyframes: { 2: [200, 10, 260, 60], 3: [200, 10, 260, 60] } },
  {
    id: 3,
    pairs: [
      ["eel", 0.9],
      ["fish", 0.5],
    ],
    keyframes: { 0: [10, 120, 60, 160] },
  },
];

test("[V-SETTINGS-06] [V-TYPELIST-04] [V-TYPELIST-06] [V-TYPELIST-07] [V-TYPELIST-08] [V-TYPELIST-09] [V-TYPELIST-10] the settings of the type list, the frame with the most, and many types at once", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  const types = page.locator("[data-type]");
  const row = (type: string) => page.locator(`[data-type="${type}"]`);
  await viewer.withPopover("Type settings", async (popover) => {
    await expect(popover.getByRole("switch")).toHaveCount(5);
    for (const name of [
      "Show empty",
      "Lock types",
      "Prevent cascade types",
      "Filter types by frame",
      "Show max count button",
    ]) {
      await expect(popover.getByRole("switch", { name, exact: true })).not.toBeChecked();
    }
  });

  // Unchecked, the best type is replaced by the next one, unless cascading is prevented.
  await page.getByRole("checkbox", { name: "Show eel" }).click();
  await expect(viewer.row(3)).toContainText("fish");
  const prevent = (popover: typeof page | ReturnType<typeof page.locator>) =>
    popover.getByRole("switch", { name: "Prevent cascade types" }).click();
  await viewer.withPopover("Type settings", prevent);
  await expect(viewer.row(3)).toHaveCount(0);
  await viewer.withPopover("Type settings", prevent);
  await page.getByRole("checkbox", { name: "Show eel" }).click();

  const max = row("crab").getByRole("button", { name: "Go to the frame with the most crab" });
  await expect(max).toHaveCount(0);
  await viewer.withPopover("Type settings", (popover) =>
    popover.getByRole("switch", { name: "Show max count button" }).click(),
  );
  await max.click();
  await viewer.expectFrame(2);

  const openImport = async () => {
    await page.getByRole("button", { name: "Type settings" }).click();
    await viewer.dialog.getByRole("button", { name: "Import types" }).click();
  };
  const box = page.getByRole("textbox", { name: "One type per line" });
  await openImport();
  await expect(viewer.dialog).toContainText("“Show empty” must be on to see new empty types.");
  expect(await box.evaluate((element) => element.tagName)).toBe("TEXTAREA");
  await box.fill("never");
  await viewer.dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await openImport();
  await box.fill("ray\n\n   \nwhale shark\nfish\n");
  await viewer.dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await expect(types).toHaveCount(3);
  // The new ones are hidden, and a message says how to show them.
  const added = page.getByRole("alert").filter({ hasText: "Types added: 2." });
  await added.getByRole("button", { name: "Show empty types" }).click();
  await expect(added).toHaveCount(0);
  const names = () => types.evaluateAll((rows) => rows.map((each) => each.getAttribute("data-type")));
  await expect.poll(names).toEqual(["crab", "eel", "fish", "ray", "whale shark"]);
  await expect(viewer.saveButton).toHaveText("2 changes");
  await viewer.save();
  const { customTypeStyling } = await user.client.call("dataset.get", { id });
  expect(Object.keys(customTypeStyling ?? {}).toSorted()).toEqual(["ray", "whale shark"]);
});

test("a list in which all types are hidden says how many they are, and shows them; a choice in a menu has a box", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  await user.client.call("dataset.update", { id, body: { customTypeStyling: { ray: {}, eel: {} } } });
  await new ViewerPage(page).open(id);
  const list = page.getByRole("region", { name: "Types" });
  await expect(list.getByText("Types without tracks: 2.")).toBeVisible();
  await list.getByRole("button", { name: "Show empty types" }).click();
  await expect(page.locator("[data-type]")).toHaveCount(2);

  await page.getByRole("button", { name: "Export" }).click();
  const choice = page.getByRole("menuitemcheckbox", { name: "Exclude" });
  const edge = () =>
    choice.evaluate((item) => {
      const box = item.querySelector(".mantine-Menu-itemIndicator");
      return box === null ? "" : `${getComputedStyle(box).borderTopStyle} ${box.getBoundingClientRect().width}`;
    });
  await expect(choice).not.toBeChecked();
  expect(await edge()).toBe("solid 16");
});

test("[V-TYPELIST-11] [V-TYPELIST-12] [V-TYPELIST-13] [V-READONLY-08] [V-READONLY-09] types are deleted and renamed; not in read-only mode", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  await user.client.call("dataset.update", { id, body: { customTypeStyling: { ray: { color: "#ff0000" } } } });
  const viewer = await new ViewerPage(page).open(id);
  const row = (type: string) => page.locator(`[data-type="${type}"]`);
  await viewer.withPopover("Type settings", (popover) => popover.getByRole("switch", { name: "Show empty" }).click());

  const remove = viewer.dialog.getByRole("button", { name: "Delete type" });
  await page.getByRole("button", { name: "Edit crab" }).click();
  await expect(remove).toHaveAttribute("aria-disabled", "true");
  await remove.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Only types without any annotations can be deleted");
  await viewer.dialog.getByRole("textbox", { name: "Name" }).fill("lobster");
  await viewer.dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(viewer.row(1)).toContainText("lobster");
  await expect(viewer.row(2)).toContainText("lobster");
  await expect(row("crab")).toHaveCount(0);
  await viewer.press("Control+z");
  await expect(viewer.row(2)).toContainText("crab");
  await expect(row("lobster")).toHaveCount(0);
  await expect(viewer.saveButton).toHaveText("Saved");

  await page.getByRole("button", { name: "Edit ray" }).click();
  await remove.click();
  const question = viewer.dialog.filter({ hasText: "Do you want to delete this empty Type" });
  await expect(question.getByText("Do you want to delete this empty Type", { exact: true })).toBeVisible();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await expect(row("ray")).toHaveCount(0);

  await page.getByRole("checkbox", { name: "Show crab" }).click();
  await page.getByRole("button", { name: "Delete visible types" }).click();
  await expect(viewer.dialog.getByRole("heading", { name: "Really delete types?", exact: true })).toBeVisible();
  await viewer.dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await expect(page.locator("[data-type]")).toHaveCount(1);
  await viewer.save();
  expect((await storedTracks(user, id)).map((track) => track.id)).toEqual([1, 2]);
  await viewer.press("Control+z");
  await expect(page.locator("[data-type]")).toHaveCount(3);

  await viewer.goToRevision(id, 1);
  await expect(page.getByRole("button", { name: "Delete visible types" })).toBeDisabled();
  await page.getByRole("button", { name: "Edit crab" }).click();
  await expect(viewer.dialog.getByRole("textbox", { name: "Name" })).toBeDisabled();
  await expect(viewer.dialog.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
});

test("[V-STYLE-01] [V-STYLE-02] [V-STYLE-04] [V-STYLE-05] [V-STYLE-06] [V-STYLE-07] [V-STYLE-03, the half about types] the type editor previews a style and stores it with the dataset; regions of a type hide and exclude; types have parents", async ({
  page,
  user,
}) => {
  const glare: TrackSketch = { id: 4, type: "glare", keyframes: { 0: [0, 0, 80, 80] } };
  const id = await createDataset(user, { tracks: [...zoo, glare] });
  const viewer = await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Edit fish" }).click();
  const { dialog } = viewer;
  await expect(dialog.getByRole("heading", { name: "Type editor" })).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  const thickness = dialog.getByRole("textbox", { name: "Box border thickness" });
  await expect(thickness).toHaveValue("5");
  await thickness.fill("-1");
  await expect(dialog.getByText("Must be >= 0", { exact: true })).toBeVisible();
  await expect(save).toBeDisabled();
  await thickness.fill("0");
  await expect(dialog.getByText("Must be >= 0", { exact: true })).toHaveCount(0);
  await expect(save).toBeEnabled();
  await thickness.fill("");
  await expect(save).toBeDisabled();
  await thickness.fill("9");
  await dialog.getByRole("textbox", { name: "Color" }).fill("#ff0000");
  const opacity = dialog.getByRole("slider", { name: "Opacity" });
  await expect(opacity).toHaveAttribute("aria-valuemin", "0");
  await expect(opacity).toHaveAttribute("aria-valuemax", "1");
  await opacity.focus();
  await viewer.press("ArrowLeft");
  await expect(opacity).toHaveAttribute("aria-valuenow", "0.99");
  await dialog.getByRole("switch", { name: "Fill" }).click();
  await dialog.getByRole("switch", { name: "Show confidence" }).click();
  await dialog.getByRole("switch", { name: "Show label" }).click();
  // The edge of the box on the picture changes color before anything is stored.
  const redOfEdge = async () => (await viewer.colorAt(10, 35))[0];
  await expect(viewer.saveButton).toHaveText("Saved");
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(redOfEdge).toBeGreaterThan(200);
  await expect(viewer.saveButton).toHaveText("1 change");
  await viewer.save();
  expect((await user.client.call("dataset.get", { id })).customTypeStyling).toEqual({
    fish: { color: "#ff0000", strokeWidth: 9, fill: true, opacity: 0.99, showLabel: false, showConfidence: false },
  });

  // A preview shows on the picture, and is reverted when the dialog is cancelled.
  await page.getByRole("button", { name: "Edit fish" }).click();
  await dialog.getByRole("textbox", { name: "Color" }).fill("#00ff00");
  await expect.poll(redOfEdge).toBeLessThan(100);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(redOfEdge).toBeGreaterThan(200);

  // The fish is in the glare: hidden and not selectable until the glare type is turned off.
  await page.getByRole("button", { name: "Edit glare" }).click();
  await dialog.getByRole("switch", { name: "Exclusion region" }).click();
  await save.click();
  await expect.poll(redOfEdge).toBeLessThan(100);
  await expect(page.locator('[data-type="glare"]').getByRole("img", { name: /region/ })).toBeVisible();
  await viewer.click(35, 35);
  await expect(viewer.row(4)).toHaveAttribute("data-selected");
  await page.getByRole("checkbox", { name: "Show glare" }).uncheck();
  await expect.poll(redOfEdge).toBeGreaterThan(200);
  await viewer.click(35, 35);
  await expect(viewer.row(0)).toHaveAttribute("data-selected");

  // Fish is a subtype of eel here: what is both shows as the subtype, and as the supertype while the subtype is off.
  await expect(viewer.row(3)).toContainText("eel");
  await page.getByRole("button", { name: "Edit fish" }).click();
  await dialog.getByRole("combobox", { name: "Parent type" }).click();
  await page.getByRole("option", { name: "eel" }).click();
  await save.click();
  await expect(viewer.row(3)).toContainText("fish");
  await page.getByRole("checkbox", { name: "Show fish" }).uncheck();
  await expect(viewer.row(3)).toContainText("eel");
  await viewer.save();
  const stored = await user.client.call("dataset.get", { id });
  expect(stored.customTypeStyling?.["glare"]).toMatchObject({ suppress: true });
  expect(stored.typeHierarchy).toEqual({ fish: "eel" });
});
