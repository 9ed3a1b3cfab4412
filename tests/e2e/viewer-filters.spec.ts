/** Attribute track filters with their dialog, chips and top bar; and the filters of the attribute panel's list. */
import type { AttributeDefinition, AttributeTrackFilter } from "../../schemas/index.ts";
import { expect, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const tracks = [
  { id: 0, keyframes: { 0: [10, 10, 100, 100] } },
  { id: 1, keyframes: { 0: [120, 10, 200, 100] } },
  { id: 2, keyframes: { 0: [220, 10, 300, 100] } },
] as const;
const age: AttributeDefinition = { belongs: "track", datatype: "number", name: "age", key: "track_age" };
const sex: AttributeDefinition = { belongs: "track", datatype: "text", name: "sex", key: "track_sex" };
const dead: AttributeDefinition = { belongs: "detection", datatype: "boolean", name: "dead", key: "detection_dead" };

/** Tracks of ages 1, 5 and 8. */
async function createAged(user: TestUser): Promise<string> {
  const id = await createDataset(user, { tracks });
  await user.client.call("dataset.updateAttributes", { id, body: { upsert: [age, sex, dead], delete: [] } });
  const stored = await storedTracks(user, id);
  const upsert = stored.map((track, at) => ({
    ...track,
    attributes: { age: [1, 5, 8][at], sex: ["f", "m", "f"][at] },
  }));
  await user.client.call("annotation.save", { folderId: id, body: { tracks: { upsert, delete: [] } } });
  return id;
}

test("[V-FILTER-03] [V-FILTER-04] [V-FILTER-05] [V-FILTER-06] [V-FILTER-07] [V-FILTER-08] [V-FILTER-09] [V-FILTER-10] [V-FILTER-11] [V-FILTER-12] [V-FILTER-13] [V-LAYOUT-09] track filters are added, edited, used, taken off and deleted", async ({
  page,
  user,
}) => {
  const id = await createAged(user);
  const viewer = await new ViewerPage(page).open(id);
  const { dialog } = viewer;
  const heading = (count: number) => page.getByRole("heading", { name: `Tracks (${count})` });
  await expect(heading(3)).toBeVisible();
  await page.getByRole("button", { name: "Attribute track filters" }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await expect(panel).toContainText("No filters yet.");
  await panel.getByRole("button", { name: "Add a filter" }).click();
  const name = dialog.getByRole("textbox", { name: "Name" });
  const attribute = dialog.getByRole("combobox", { name: "Attribute" });
  const operator = dialog.getByRole("combobox", { name: "Operator" });
  const save = dialog.getByRole("button", { name: "Save" });
  const choose = async (field: typeof attribute, option: string) => {
    await field.click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await expect(save).toBeDisabled();
  await name.fill("x");
  await name.fill("");
  await expect(dialog.getByText("Name is required", { exact: true })).toBeVisible();
  await attribute.focus();
  await attribute.blur();
  await expect(dialog.getByText("Attribute is required", { exact: true })).toBeVisible();
  for (const [option, operators] of [
    ["dead (detection)", ["=", "≠"]],
    ["sex (track)", ["=", "≠", "in", "contains"]],
    ["age (track)", ["=", "≠", ">", "<", ">=", "<=", "range", "rangeFilter"]],
  ] as const) {
    await choose(attribute, option);
    await operator.click();
    await expect(page.getByRole("option")).toHaveText([...operators]);
    await operator.press("Escape");
  }
  await operator.focus();
  await operator.blur();
  await expect(dialog.getByText("Operator is required", { exact: true })).toBeVisible();
  await expect(save).toBeDisabled();
  const value = dialog.getByRole("textbox", { name: "Value" });
  await choose(operator, ">");
  await expect(value).toHaveValue("");
  await value.fill("7");
  await choose(operator, "range");
  await expect(dialog.getByRole("textbox", { name: "From" })).toHaveValue("0");
  await expect(dialog.getByRole("textbox", { name: "To" })).toHaveValue("1");
  await choose(operator, "rangeFilter");
  await expect(value).toHaveValue("0");
  await choose(operator, ">");
  await expect(value).toHaveValue("");
  await value.fill("3");
  await name.fill("older");
  await expect(save).toBeEnabled();
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(heading(2)).toBeVisible();
  await expect(panel.getByRole("status")).toHaveText("2 of 3 tracks are shown.");
  await expect(viewer.saveButton).toHaveText("1 change");

  // Its name is unique.
  await panel.getByRole("button", { name: "Add a filter" }).click();
  await name.fill("older");
  await expect(dialog.getByText("Name needs to be unique", { exact: true })).toBeVisible();
  await expect(save).toBeDisabled();
  await viewer.press("Escape");
  await expect(dialog).toHaveCount(0);

  // A chip says what hides tracks, and removes the filter; the switch turns it on again. Neither changes the dataset.
  const primary = page.getByRole("group", { name: "Primary filters" });
  await expect(primary).toHaveCount(0);
  const chips = page.getByRole("list", { name: "Active filters" });
  await expect(chips).toHaveText("age > 3");
  await chips.getByRole("button", { name: "Turn off the filter older" }).click();
  await expect(chips).toHaveCount(0);
  await expect(heading(3)).toBeVisible();
  await panel.getByRole("switch", { name: "Use the filter older" }).press("Space");
  await expect(heading(2)).toBeVisible();
  await expect(viewer.saveButton).toHaveText("1 change");

  await panel.getByRole("button", { name: "Edit the filter older" }).click();
  await expect(name).toHaveValue("older");
  await choose(operator, "rangeFilter");
  await dialog.getByRole("textbox", { name: "Upper limit" }).fill("10");
  await dialog.getByRole("switch", { name: "In the top bar" }).click();
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(primary).toContainText("older");
  await expect(heading(3)).toBeVisible();
  const slider = primary.getByRole("slider", { name: "Value of the filter older" });
  for (let press = 0; press < 12; press++) await slider.press("ArrowRight");
  await expect(heading(2)).toBeVisible();
  await primary.getByRole("switch", { name: "Use the filter older" }).press("Space");
  await expect(heading(3)).toBeVisible();
  await viewer.save();
  const stored = (await user.client.call("dataset.get", { id })).attributeTrackFilters;
  expect(stored).toEqual({
    older: {
      name: "older",
      attribute: "age",
      type: "track",
      enabled: true,
      primaryDisplay: true,
      ignoreUndefined: false,
      filter: { op: "rangeFilter", val: 0, userDefined: false, range: [0, 10] },
    } satisfies AttributeTrackFilter,
  });

  await panel.getByRole("button", { name: "Delete the filter older" }).click();
  await expect(dialog).toContainText("Delete filter?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await panel.getByRole("button", { name: "Delete the filter older" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(panel).toContainText("No filters yet.");
  await expect(primary).toHaveCount(0);
  await viewer.canvas.focus();
  await viewer.press("Control+z");
  await expect(primary).toHaveCount(1);

  // Read-only users can use filters but not change them.
  await viewer.goToRevision(id, 1);
  await expect(panel.getByRole("switch", { name: "Use the filter older" })).toBeEnabled();
  for (const button of ["Add a filter", "Edit the filter older", "Delete the filter older"]) {
    await expect(panel.getByRole("button", { name: button })).toBeDisabled();
  }
});

test("[V-PANEL-04] [V-FILTER-15] [V-FILTER-16] [V-FILTER-18] [V-FILTER-19] [V-FILTER-20] [V-FILTER-21] [V-FILTER-22] [V-FILTER-23] [V-FILTER-24] the attributes that a panel lists are filtered, by a stepper", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createAged(user));
  const { dialog } = viewer;
  await viewer.click(150, 50);
  await page.getByRole("tab", { name: "Attributes", exact: true }).click();
  const listed = page.getByRole("region", { name: "Track attributes" }).getByRole("listitem");
  await expect(listed).toHaveCount(2);
  await page
    .getByRole("region", { name: "Track attributes" })
    .getByRole("button", { name: "Filter the listed attributes" })
    .click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await expect(panel.getByRole("combobox", { name: "Context panel" })).toHaveValue("Attribute details");
  const mode = (name: string) => panel.getByRole("radiogroup", { name: "Attribute details" }).getByText(name);
  await expect(panel.getByRole("radio")).toHaveCount(2);
  await mode("Timeline").click();
  await expect(panel.getByRole("switch", { name: "Timeline of attributes" })).toBeVisible();
  await mode("Filtering").click();
  await expect(panel.getByRole("tab")).toHaveText(["track", "detection"]);
  const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });

  await panel.getByRole("button", { name: "Add a filter of track attributes" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(3);
  await expect(dialog.getByRole("radio", { name: "Number" })).toBeChecked();
  await expect(dialog.getByRole("button", { name: "Create" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("radio", { name: "Range" })).toBeChecked();
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  const comparison = dialog.getByRole("combobox", { name: "Comparison" });
  const comparisons = async (...options: readonly string[]) => {
    await comparison.click();
    await expect(page.getByRole("option")).toHaveText([...options]);
    await comparison.press("Escape");
    await expect(page.getByRole("option")).toHaveCount(0);
  };
  await comparisons(">", "<", ">=", "<=");
  await expect(comparison).toHaveValue(">");
  await expect(field("Value")).toHaveValue("0.1");
  await expect(field("Lower limit")).toHaveValue("0");
  await expect(field("Upper limit")).toHaveValue("1");
  await dialog.getByText("Top X", { exact: true }).first().click();
  await expect(field("Top X")).toHaveValue("10");
  await expect(field("Lower limit")).toHaveValue("1");
  await expect(field("Upper limit")).toHaveValue("50");
  await field("Top X").fill("0");
  await field("Top X").blur();
  await expect(field("Top X")).toHaveValue("1");
  await dialog.getByText("Range", { exact: true }).click();
  await field("Upper limit").fill("9");
  await field("Lower limit").fill("20");
  await field("Lower limit").blur();
  await expect(field("Lower limit")).toHaveValue("9");
  await field("Lower limit").fill("6");
  await field("Upper limit").fill("2");
  await field("Upper limit").blur();
  await expect(field("Upper limit")).toHaveValue("6");
  await field("Upper limit").fill("9");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toHaveCount(0);
  // The value was 0.1, below the limits: it starts at 6, which is more than the age 5.
  await expect(panel.getByRole("listitem")).toContainText("all > 6");
  await expect(listed).toHaveText([/sex/]);
  await panel.getByRole("switch", { name: "Use filter 1" }).press("Space");
  await expect(listed).toHaveCount(2);
  await panel.getByRole("switch", { name: "Use filter 1" }).press("Space");
  await panel.getByRole("button", { name: "Settings of filter 1" }).click();
  await field("Lower limit").fill("3");
  await field("Value").fill("99");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("listitem")).toContainText("all > 3");
  await expect(listed).toHaveCount(2);
  await panel.getByRole("button", { name: "Delete filter 1" }).click();

  await panel.getByRole("button", { name: "Add a filter of track attributes" }).click();
  await dialog.getByRole("radio", { name: "Text" }).click();
  await dialog.getByRole("button", { name: "Next" }).click();
  await comparisons("=", "≠", "contains", "starts");
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("radio", { name: "Key" }).click();
  await dialog.getByRole("button", { name: "Next" }).click();
  const applied = dialog.getByRole("combobox", { name: "Applied to" });
  await applied.press("Backspace");
  await applied.fill("age");
  await applied.press("Enter");
  await applied.blur();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(listed).toHaveText([/age/]);
  await panel.getByRole("tab", { name: "detection" }).click();
  await expect(panel).toContainText("Nothing is filtered: the panel lists every attribute.");
});
