/** Groups: the manager with its types, the editor with a range per member, their styles. */
import type { Group } from "../../schemas/index.ts";
import { expect, test, type TestUser } from "./support/app.ts";
import { createDataset, ViewerPage, type TrackSketch } from "./support/viewer.ts";

const zoo: readonly TrackSketch[] = [
  { id: 0, type: "fish", keyframes: { 2: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60], 3: [100, 10, 160, 60] } },
  { id: 2, type: "crab", keyframes: { 0: [200, 10, 260, 60] } },
];

function group(id: number, type: string, members: Readonly<Record<number, readonly [number, number]>>): Group {
  const ranges = Object.values(members);
  return {
    id,
    begin: Math.min(...ranges.map(([begin]) => begin)),
    end: Math.max(...ranges.map(([, end]) => end)),
    confidencePairs: [[type, 1]],
    attributes: {},
    members: Object.fromEntries(
      Object.entries(members).map(([track, [from, to]]) => [track, { ranges: [[from, to]] }]),
    ),
  };
}

async function createGroups(user: TestUser, groups: readonly Group[]): Promise<string> {
  const id = await createDataset(user, { tracks: zoo });
  await user.client.call("annotation.save", {
    folderId: id,
    body: { groups: { upsert: [...groups], delete: [] } },
  });
  return id;
}

async function storedGroups(user: TestUser, folderId: string): Promise<readonly Group[]> {
  return await user.client.call("annotation.groups", { folderId });
}

const school = group(1, "school", { 0: [2, 8], 1: [0, 3] });
const pair = group(12345678, "pair", { 1: [0, 1], 2: [0, 0] });
/** A seven-digit number, shown completely. */
const short = group(1234567, "pair", { 1: [0, 1] });

test("[V-GROUP-01] [V-GROUP-06] [V-GROUP-12] [V-GROUP-13] [V-KEYS-11] [V-STYLE-03] [V-STYLE-08] the Group manager: types above groups, walked through by Up and Down, with styles of their own", async ({
  page,
  user,
}) => {
  const many = Array.from({ length: 20 }, (_, index) => group(index + 20, "no-group", { 2: [0, 0] }));
  const id = await createGroups(user, [school, pair, short, ...many]);
  const viewer = await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Group manager" }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  const types = panel.locator("[data-group-type]");
  const groups = panel.locator("[data-group]");
  const row = (name: number) => panel.locator(`[data-group="${name}"]`);
  await expect(types).toHaveText([/no-group\s*20/, /pair\s*2/, /school\s*1/]);
  const [typesBox, groupsBox] = [await types.first().boundingBox(), await groups.first().boundingBox()];
  expect(typesBox?.y).toBeLessThan(groupsBox?.y ?? 0);
  await expect(row(1)).toContainText("school");
  await expect(row(1)).toContainText("2 tracks");
  expect((await row(1).boundingBox())?.height).toBe(58);

  const idOf = (name: number) => row(name).getByRole("button", { name: `Group ${name},` });
  await panel.getByRole("checkbox", { name: "Show no-group" }).click();
  await expect(groups).toHaveCount(3);
  await idOf(1234567).hover();
  // Longer than the delay of a tooltip.
  await page.waitForTimeout(900);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await idOf(12345678).hover();
  await expect(page.getByRole("tooltip")).toHaveText("12345678");
  await panel.getByRole("checkbox", { name: "Show no-group" }).click();

  // Up and Down move through the list that was used last, which scrolls along.
  await idOf(1).click();
  await expect(row(1)).toHaveAttribute("aria-current", "true");
  await expect(viewer.selectedRow).toHaveCount(2);
  for (let step = 0; step < 14; step += 1) await viewer.press("ArrowDown");
  await expect(row(33)).toHaveAttribute("aria-current", "true");
  await expect(row(33)).toBeInViewport();
  await viewer.press("ArrowUp");
  await expect(row(32)).toHaveAttribute("aria-current", "true");
  await viewer.row(0).click({ position: { x: 6, y: 35 } });
  await viewer.press("ArrowDown");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");

  // A group without its own type has the default bar color.
  const colorOf = (type: string) =>
    panel
      .locator(`[data-group-type="${type}"] [class*=swatch]`)
      .evaluate((each) => getComputedStyle(each).backgroundColor);
  expect(await colorOf("no-group")).toBe("rgb(76, 154, 194)");
  await panel.getByRole("button", { name: "Edit school" }).click();
  await expect(viewer.dialog.getByRole("heading", { name: "Group type editor" })).toBeVisible();
  await viewer.dialog.getByRole("textbox", { name: "Color" }).fill("#ff0000");
  await viewer.dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await expect.poll(() => colorOf("school")).toBe("rgb(255, 0, 0)");
  await page.getByRole("button", { name: "Edit fish" }).click();
  await viewer.dialog.getByRole("switch", { name: "Fill" }).click();
  await viewer.dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await viewer.save();
  const stored = await user.client.call("dataset.get", { id });
  expect(stored.customGroupStyling).toMatchObject({ school: { color: "#ff0000", fill: false } });
  expect(stored.customTypeStyling).toMatchObject({ fish: { fill: true } });
});

test("[V-GROUP-02] [V-GROUP-07] [V-GROUP-08] [V-GROUP-09] [V-GROUP-10] [V-GROUP-11] [V-MODE-02, groups] [V-LAYOUT-14, groups] [V-KEYS-25] [V-KEYS-05] G makes a group, its editor has the ranges of each member", async ({
  page,
  user,
}) => {
  const id = await createGroups(user, [school]);
  const viewer = await new ViewerPage(page).open(id);
  await viewer.row(0).click({ position: { x: 6, y: 35 } });
  await viewer.press("g");
  await expect(viewer.mode).toHaveText("Group edit mode");
  await expect(page.getByRole("heading", { name: "Editing group", exact: true })).toBeVisible();
  const member = (track: number) => page.locator(`[data-member="${track}"]`);
  await expect(member(0)).toBeVisible();
  await viewer.click(100, 30);
  await expect(member(1)).toBeVisible();
  const begin = member(0).getByRole("textbox", { name: "Begin" });
  const end = member(0).getByRole("textbox", { name: "End" });
  await expect(begin).toHaveValue("2");
  await expect(end).toHaveValue("8");
  const problem = (text: string) => member(0).getByText(text, { exact: true });
  await begin.fill("9");
  await expect(problem("Begin must be less than end and max")).toBeVisible();
  await begin.fill("1");
  await expect(problem("Begin must be >= min")).toBeVisible();
  await begin.fill("4");
  await end.fill("3");
  await expect(problem("End must be >= begin and min")).toBeVisible();
  await end.fill("9");
  await expect(problem("End must be <= max")).toBeVisible();
  await end.fill("6.9");
  await viewer.press("Enter");
  await expect(end).toHaveValue("6");
  await expect(viewer.mode).toHaveText("Group edit mode");
  // From within a field, whose text is discarded.
  await end.fill("5");
  await viewer.press("Escape");
  await expect(viewer.mode).toHaveText("Not editing");
  await viewer.save();
  const made = (await storedGroups(user, id)).find((each) => each.id !== school.id);
  expect(made).toMatchObject({
    confidencePairs: [["no-group", 1]],
    members: { 0: { ranges: [[4, 6]] }, 1: { ranges: [[0, 3]] } },
    begin: 0,
    end: 6,
  });
  // Both ends of the range, the second member, the group.
  await viewer.press("Control+z", "Control+z", "Control+z", "Control+z");
  await viewer.save();
  expect(await storedGroups(user, id)).toHaveLength(1);
});
