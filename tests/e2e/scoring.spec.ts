/** Scores a dataset against ground truth: from a selection in the browser to applying filters. */
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, goToPage, test } from "./support/app.ts";
import { row } from "./support/browser.ts";
import { createDataset, toTrack, type TrackSketch, ViewerPage } from "./support/viewer.ts";

const box = (x: number): [number, number, number, number] => [x, 10, x + 20, 30];
const sketch = (id: number, type: string, confidence: number, frame: number, x: number): TrackSketch => ({
  id,
  type,
  confidence,
  keyframes: { [frame]: box(x) },
});

test("what was found is compared with the truth, and what comes of it is used", async ({ page, user }) => {
  const found = [
    ...[sketch(0, "fish", 0.9, 0, 5), sketch(1, "fish", 0.8, 1, 5), sketch(2, "fish", 0.7, 5, 40)],
    // No match, and one with low confidence.
    sketch(3, "fish", 0.31, 7, 30),
  ];
  const truth = [sketch(0, "fish", 1, 0, 5), sketch(1, "fish", 1, 1, 6), sketch(2, "ray", 1, 5, 40)];
  const id = await createDataset(user, { name: "reef", tracks: found });
  await createDataset(user, { name: "harbour", tracks: truth });
  await user.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: truth.map(toTrack), delete: [] }, set: "GT" },
  });
  await user.client.call("dataset.update", { id, body: { confidenceFilters: { default: 0.1, ray: 0.25 } } });

  await test.step("from the selection to pairs whose truth is known by its name", async () => {
    await page.goto("/");
    await row(page, "reef").getByRole("checkbox").check();
    await page.getByRole("toolbar").getByRole("button", { name: "Score" }).click();
    await expect(page).toHaveURL(`/scoring?datasetIds=${id}`);
    await expect(page.getByRole("combobox", { name: "Truth annotations of pair 1" })).toHaveValue("Set GT");
    await expect(page.getByRole("combobox", { name: "Computed annotations of pair 1" })).toHaveValue(
      "Current annotations",
    );
    await page.getByRole("button", { name: "Swap computed and truth of pair 1" }).click();
    await expect(page.getByRole("combobox", { name: "Computed annotations of pair 1" })).toHaveValue("Set GT");
    await page.getByRole("button", { name: "Swap computed and truth of pair 1" }).click();
    await expectAccessible(page, "new scoring");
  });

  await test.step("another dataset is added by its name, and waits for its truth", async () => {
    await page.getByRole("combobox", { name: "Add a dataset" }).fill("harb");
    await page.getByRole("option", { name: "harbour" }).click();
    await expect(page.getByRole("combobox", { name: "Computed dataset of pair 2" })).toHaveValue("harbour");
    await expect(page.getByRole("status").filter({ hasText: "Choose the truth for pair 2." })).toBeVisible();
    await expect(page.getByRole("button", { name: "Score", exact: true })).toBeDisabled();
    await page.getByRole("button", { name: "Remove pair 2" }).click();
  });

  await test.step("the job runs, and its result opens", async () => {
    await page.getByRole("button", { name: "More settings" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("First try");
    await page.getByRole("button", { name: "Score", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "First try" })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("reef, revision 1 against reef, set GT, revision 2")).toBeVisible();
    const number = (name: string) =>
      page
        .getByRole("tabpanel")
        .locator("div", { has: page.getByText(name, { exact: true }) })
        .locator("dd");
    await expect(number("Precision").first()).toHaveText("0.500");
    await expect(number("Recall").first()).toHaveText("0.667");
    await expect(number("Same type").first()).toHaveText("0.667");
    await expectAccessible(page, "summary of a scoring");
  });

  await test.step("types, curves and thresholds are numbers too, for those who do not see lines", async () => {
    await page.getByRole("tab", { name: "Summary" }).press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("rowheader", { name: "ray" })).toBeVisible();
    await expectAccessible(page, "types of a scoring");
    await page.getByRole("tab", { name: "Curves" }).click();
    await expect(page.getByRole("img", { name: /^Precision over recall of All: / })).toBeVisible();
    await expect(page.getByRole("img", { name: /^ROC of All: / })).toBeVisible();
    await expectAccessible(page, "curves of a scoring");
  });

  await test.step("recommended filters are applied after it was said what changes", async () => {
    await page.getByRole("tab", { name: "Thresholds" }).click();
    const recommended = page.getByRole("table", { name: "Recommended filters" });
    await expect(recommended.getByRole("row", { name: /^fish/ })).toHaveText("fish0.72");
    await expectAccessible(page, "thresholds of a scoring");
    await page.getByRole("button", { name: "Apply recommended filters" }).click();
    const dialog = page.getByRole("dialog", { name: "Apply recommended filters?" });
    await expect(dialog).toContainText("reef: All others 0.1 → 0.72, fish none → 0.72");
    await dialog.getByRole("button", { name: "Apply recommended filters" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Filters of 1 dataset were changed" })).toContainText(
      "fish none → 0.72",
    );
    const { confidenceFilters } = await user.client.call("dataset.get", { id });
    expect(confidenceFilters).toEqual({ default: 0.72, fish: 0.72, ray: 0.25 });
  });

  await test.step("the result leaves as CSV and JSON, and on paper with all its parts", async () => {
    const download = async (name: string): Promise<string> => {
      const coming = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      return await readFile(await (await coming).path(), "utf8");
    };
    const [head, all] = (await download("Download CSV")).split("\r\n");
    expect(head).toMatch(/^type,precision,recall,f1,classAccuracy,tp,fp,fn,/);
    expect(all).toMatch(/^\(all\),0\.5,0\.66666/);
    expect(JSON.parse(await download("Download JSON"))).toMatchObject({
      title: "First try",
      scoring: { summary: { tp: 2 } },
    });
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("banner")).toBeHidden();
    for (const name of ["Summary", "Types", "Confusion", "Curves", "Thresholds", "Errors"])
      await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("a cell of the table of types leads to its errors, and an error to its frame", async () => {
    await page.getByRole("tab", { name: "Confusion" }).click();
    await expectAccessible(page, "confusion of a scoring");
    await page.getByRole("button", { name: "ray computed as fish: 1 error" }).click();
    await expect(page.getByRole("tab", { name: "Errors" })).toHaveAttribute("aria-selected", "true");
    const errors = page.getByRole("table", { name: "Errors", exact: true });
    await expect(errors.getByRole("row")).toHaveText([/^Dataset/, /^reef5Other typeray, track 2fish, track 2/]);
    await page.getByRole("button", { name: "Show all errors" }).click();
    await expect(errors.getByRole("row")).toHaveCount(3);
    await expectAccessible(page, "errors of a scoring");
    await errors.getByRole("link", { name: "Open reef at frame 5" }).click();
    await expect(page).toHaveURL(`/viewer/${id}?frame=5&comparisonSets=GT`);
    const viewer = await new ViewerPage(page).ready();
    await expect(viewer.frameField).toHaveValue("5");
  });

  await test.step("the result is in the list, and can be deleted", async () => {
    await goToPage(page, "/scoring");
    await expect(page.getByRole("link", { name: "Open First try" })).toBeVisible();
    await expectAccessible(page, "results of scorings");
    await page.getByRole("button", { name: "Delete the result First try" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No results yet")).toBeVisible();
  });
});

test("a survey draws frames to look at, and gives numbers with error bars", async ({ page, user }) => {
  const found = [0, 3, 6].map((frame, id) => sketch(id, "fish", 0.9, frame, 5));
  const id = await createDataset(user, { name: "survey", tracks: found });
  await page.goto(`/scoring?datasetIds=${id}`);
  await expect(page.getByRole("button", { name: "Score", exact: true })).toBeDisabled();
  await page.getByRole("textbox", { name: "Frames to survey" }).fill("10");
  await page.getByRole("button", { name: "Score", exact: true }).click();
  await expect(page.getByRole("tab", { name: "Survey" })).toHaveAttribute("aria-selected", "true", { timeout: 30_000 });
  const estimates = page.getByRole("table", { name: "Estimates for all frames" });
  await expect(estimates.getByRole("row", { name: /^All/ })).toContainText(/^All0 \(0 to \d+\)/);
  await expectAccessible(page, "survey of a scoring");
  await page.getByRole("button", { name: "Create a task for survey" }).click();
  await page.getByRole("link", { name: "Open My work" }).click();
  await expect(page).toHaveURL("/my-work");
  const { tasks } = await user.client.call("task.list", {});
  expect(tasks).toMatchObject([{ datasetId: id, set: "groundTruth" }]);
  expect(tasks[0]?.ranges.reduce((sum, [first = 0, last = 0]) => sum + last - first + 1, 0)).toBe(10);
});
