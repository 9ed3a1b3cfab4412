/** Several people's annotations of the same frames: how well they agree, and where they differ. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { createUser, expect, test } from "./support/app.ts";
import type { TestServer, TestUser } from "./support/app.ts";
import { createDataset, toTrack, type TrackSketch, ViewerPage } from "./support/viewer.ts";

interface Shared {
  readonly id: string;
  readonly people: readonly TestUser[];
}

const box = (x: number): [number, number, number, number] => [x, 20, x + 60, 90];

/** Two people boxed the same frames: they agree on a cod, differ in the type of one fish; only one saw another. */
async function boxedTwice(server: TestServer, manager: TestUser): Promise<Shared> {
  const people = [await createUser(server), await createUser(server)];
  const id = await createDataset(manager, { name: "Reef", frames: 6 });
  const users = [{ id: manager.id, level: 2 }, ...people.map((person) => ({ id: person.id, level: 1 }))];
  await manager.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const assignees = people.map(({ login }) => login);
  const body = { datasetIds: [id], assignees, instructions: "Box fish", overlap: { share: 1, people: 2 } };
  const tasks = await manager.client.call("task.create", { body });
  const drawn: readonly (readonly TrackSketch[])[] = [
    [
      { id: 0, type: "cod", keyframes: { 0: box(20), 5: box(20) } },
      { id: 1, type: "ling", keyframes: { 3: box(150) } },
      { id: 2, type: "ling", keyframes: { 4: box(240) } },
    ],
    [
      { id: 0, type: "cod", keyframes: { 0: box(22), 5: box(22) } },
      { id: 1, type: "eel", keyframes: { 3: box(150) } },
    ],
  ];
  for (const [at, person] of people.entries()) {
    const task = tasks.find(({ assignee }) => assignee.login === person.login)!;
    const upsert = drawn[at]!.map(toTrack);
    const changes = { tracks: { upsert, delete: [] }, ...(task.set !== undefined && { set: task.set }) };
    await person.client.call("annotation.save", { folderId: id, body: changes });
    await person.client.call("task.move", { id: task._id, body: { move: "handIn", version: 1 } });
  }
  return { id, people };
}

const cellsOf = (page: Page, name: string) => page.getByRole("table", { name, exact: true }).locator("tbody tr");

test("the agreement of two people is read by person and type, and a frame on which they differ opens with both sets", async ({
  page,
  user,
  server,
}) => {
  const { id, people } = await boxedTwice(server, user);
  const [first = "", second = ""] = people.map(({ login }) => login);
  await page.goto(`/my-work?folderId=${id}`);
  await page.getByText("Agreement", { exact: true }).click();
  await expect(page).toHaveURL(/view=agreement/);
  const rows = cellsOf(page, "Agreement");
  await expect(rows.first()).toContainText("All types");
  const own = rows.filter({ hasText: new RegExp(`^${first}`) });
  await expect(own).toHaveCount(4);
  await expect(own.filter({ hasText: "cod" }).locator("td")).toHaveText([
    ...[first, second, "cod", "6 / 6", "1.00"],
    ...[/^0\.9/, /^0\.9/, "1.00", "–"],
  ]);
  await expect(own.filter({ hasText: "ling" }).locator("td")).toHaveText([
    ...[first, second, "ling", "2 / 0", "0.00", "–", "0.00", "0.00", "–"],
  ]);
  await expect(cellsOf(page, "Frames on which they differ")).toHaveText([
    `Reef, frame 3${first} and ${second}1 box of another type`,
    `Reef, frame 4${first} and ${second}1 box only by ${first}`,
  ]);
  await expectAccessible(page, "agreement");

  // The address alone shows the same page again, and the frame opens with both sets.
  await page.reload();
  await page.getByRole("link", { name: "Reef, frame 4" }).click();
  const viewer = await new ViewerPage(page).ready();
  await viewer.expectFrame(4);
  await expect(page).toHaveURL(new RegExp(`comparisonSets=${second}`));
  await expect(page.getByText(second).first()).toBeVisible();

  await page.goBack();
  await page.getByText("All", { exact: true }).click();
  await expect(page.getByRole("table", { name: "Tasks" }).locator("tbody tr")).toHaveCount(2);
});

test("hidden ground truth on a clone scores what was handed in", async ({ page, user, server }) => {
  const { id, people } = await boxedTwice(server, user);
  const [home] = await user.client.call("folder.list", { parentType: "user", parentId: user.id });
  const clone = { cloneId: id, parentFolderId: home!._id, name: "Reef, truth" };
  const { _id: truthId } = await user.client.call("dataset.clone", clone);
  const [made] = await user.client.call("task.create", {
    body: { datasetIds: [truthId], assignees: [user.login], instructions: "", ranges: [[3, 4]] },
  });
  for (const [n, move] of (["handIn", "accept"] as const).entries())
    await user.client.call("task.move", { id: made?._id ?? "", body: { move, version: n + 1 } });
  await page.goto(`/my-work?folderId=${id}&view=agreement`);
  // The clone has what the first person drew.
  const rows = cellsOf(page, "Hidden ground truth");
  await expect(rows.filter({ hasText: people[0]!.login }).first()).toContainText("All types441.00");
  await expect(rows.filter({ hasText: people[1]!.login }).first()).toContainText("All types340.57");
  await expectAccessible(page, "hidden ground truth");
});

test("the sets of two people are merged into a new one, which opens, and is removed again", async ({
  page,
  user,
  server,
}) => {
  const { id, people } = await boxedTwice(server, user);
  const [, second = ""] = people.map(({ login }) => login);
  const setsOf = () => user.client.call("annotation.sets", { folderId: id });
  await page.goto(`/my-work?folderId=${id}&view=agreement`);
  await page.getByRole("button", { name: "Merge sets" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge the annotation sets of Reef" });
  await expect(dialog.getByRole("checkbox", { name: "Default set" })).toBeChecked();
  await expectAccessible(page, "merging sets");
  await dialog.getByRole("checkbox", { name: second }).uncheck();
  await expect(dialog.getByRole("button", { name: "Merge", exact: true })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: second }).check();
  await dialog.getByRole("textbox", { name: "Minimum number of people per object" }).fill("2");
  // Two clicks merge once.
  const merges: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/consensus")) merges.push(request.url());
  });
  await dialog.getByRole("button", { name: "Merge", exact: true }).dblclick();
  await expect(dialog.getByRole("status")).toContainText("Merged 2 sets: 2 tracks with 7 detections.");
  expect(merges).toHaveLength(1);
  await expect(dialog.getByRole("status")).toContainText("Left out because too few sets have them: 1 detection.");
  expect(await setsOf()).toEqual([null, "consensus", second]);
  await dialog.getByRole("button", { name: "Remove the set consensus" }).click();
  await expect(dialog.getByRole("status")).toContainText("The new set was removed.");
  expect(await setsOf()).toEqual([null, second]);

  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await dialog.getByRole("button", { name: "Open the new set" }).click();
  await new ViewerPage(page).ready();
  await expect(page).toHaveURL(/\/set\/consensus$/);

  // A name that is taken is offered for removal.
  await page.goBack();
  await page.getByRole("button", { name: "Merge sets" }).click();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("A set consensus already exists.");
  await dialog.getByRole("button", { name: "Remove the set consensus" }).click();
  await expect(dialog.getByRole("status")).toContainText("The new set was removed.");
});

test("in German, the page says so where there is nothing to compare yet", async ({ page, user, server }) => {
  const other = await createUser(server);
  const id = await createDataset(user, { name: "Riff", frames: 2 });
  const users = [
    { id: user.id, level: 2 },
    { id: other.id, level: 1 },
  ];
  await user.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const assignees = [user.login, other.login];
  const body = { datasetIds: [id], assignees, instructions: "Fische", overlap: { share: 1, people: 2 } };
  await user.client.call("task.create", { body });
  await user.client.call("user.setPreferences", { id: user.id, language: "de" });
  await page.goto(`/my-work?folderId=${id}&view=agreement`);
  await expect(page.getByRole("status").filter({ hasText: "Es gibt noch nichts zu vergleichen" })).toContainText(
    "1 Paar von Aufgaben ist noch nicht ganz abgegeben.",
  );
});

test("the activity of a place sums active time, tracks and frames by what is chosen; corrections wait for a run", async ({
  page,
  user,
  server,
}) => {
  const { id, people } = await boxedTwice(server, user);
  const [first = ""] = people.map(({ login }) => login);
  const body = { activeMs: 61_000, tracks: { upsert: [toTrack({ id: 7, keyframes: { 2: box(30) } })], delete: [] } };
  await people[0]!.client.call("annotation.save", { folderId: id, body });
  await page.goto(`/my-work?folderId=${id}`);
  // The choice of tasks is the same on the user's own page, and is kept.
  const all = page.getByRole("radio", { name: "All", exact: true });
  await page.getByText("All", { exact: true }).click();
  await page.getByRole("button", { name: "My tasks" }).click();
  await expect(page).toHaveURL("/my-work");
  await expect(all).toBeChecked();
  await page.goBack();
  await expect(all).toBeChecked();
  await page.getByText("Activity", { exact: true }).click();
  await expect(page).toHaveURL(/view=activity/);
  const rows = cellsOf(page, "Activity");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: first }).locator("td")).toHaveText([first, "1:01", "4", "9"]);
  const days = page.getByRole("combobox", { name: "Time range" });
  await days.press("Enter");
  await days.press("ArrowUp");
  await days.press("Enter");
  await expect(rows.filter({ hasText: first })).toHaveCount(1);
  await expect(days).toBeFocused();
  await page.getByText("Type", { exact: true }).click();
  await expect(rows.filter({ hasText: first })).toHaveCount(3);
  await expectAccessible(page, "activity of people");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Activity as CSV" }).click();
  expect((await downloading).suggestedFilename()).toBe("Reef activity.csv");
  await page.getByText("Corrections", { exact: true }).click();
  await expect(page.getByText("No pipeline has run here yet.")).toBeVisible();
});
