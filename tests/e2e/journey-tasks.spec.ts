/**
 * A week of work in miniature: a manager assigns tasks, an annotator does them by keyboard, a reviewer judges them.
 */
import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { createUser, expect, signIn, test, withoutLiveMessages } from "./support/app.ts";
import type { TestServer, TestUser } from "./support/app.ts";
import { row } from "./support/browser.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

async function pageOf(browser: Browser, server: TestServer, user: TestUser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(page, server, user.token);
  return page;
}

/** Presses the button of this name without the mouse. */
async function pressButton(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  // A dialog that is closing gives the focus back a moment later.
  await expect(async () => {
    await button.focus();
    await expect(button).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Enter");
}

test("tasks are given out, done, sent back, done again and accepted, by keyboard", async ({ browser, server }) => {
  const [manager, annotator, reviewer] = [await createUser(server), await createUser(server), await createUser(server)];
  const keyframes = { 4: [20, 20, 120, 120] } as const;
  const id = await createDataset(manager, {
    name: "Reef",
    frames: 8,
    tracks: [
      { id: 0, type: "cod", keyframes: { 0: [20, 20, 120, 120] } },
      { id: 1, type: "cod", keyframes },
    ],
  });
  const users = [
    { id: manager.id, level: 2 },
    { id: annotator.id, level: 1 },
    { id: reviewer.id, level: 1 },
  ];
  await manager.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });

  // The manager selects a dataset and assigns the work.
  const office = await pageOf(browser, server, manager);
  await office.goto("/");
  await row(office, "Reef").getByRole("checkbox").check();
  await pressButton(office, "Tasks");
  const dialog = office.getByRole("dialog", { name: "Create tasks for 1 dataset" });
  await expect(dialog.getByRole("textbox", { name: "What to do" })).toBeFocused();
  await office.keyboard.type("Box all fish");
  await dialog.getByRole("combobox", { name: "Who does it" }).focus();
  await office.keyboard.type(annotator.login);
  await office.keyboard.press("Enter");
  await dialog.getByRole("combobox", { name: "Who reviews it" }).fill(reviewer.login);
  await dialog.getByRole("combobox", { name: "Attributes every track must have" }).focus();
  await office.keyboard.type("sex");
  await office.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Split by frames" }).fill("4");
  await expectAccessible(office, "new tasks");
  await pressButton(office, "Create tasks");
  await expect(office.getByText("2 tasks created")).toBeVisible();

  // The annotator finds the tasks on the start page; opening the first one shows its first frame and starts it.
  const desk = await pageOf(browser, server, annotator);
  await desk.goto("/");
  await expect(desk.getByRole("heading", { name: "2 tasks are waiting for you" })).toBeVisible();
  await desk.getByRole("link", { name: "My work" }).click();
  const rows = desk.getByRole("table", { name: "Tasks" }).locator("tbody tr");
  await expect(rows).toHaveText([/Reef.*frames 0–3.*Box all fish.*To do/, /Reef.*frames 4–7.*To do/]);
  await expectAccessible(desk, "my work");
  await pressButton(desk, "Next task");
  const viewer = await new ViewerPage(desk).ready();
  const bar = desk.getByRole("region", { name: "Task" });
  await expect(bar).toContainText("Box all fish");
  await expect(bar.getByText("In progress")).toBeVisible();

  // Missing values link to their track; the task's requirements are checked while working.
  await pressButton(desk, "sex is missing: 1. Go to a track without sex");
  await viewer.expectFrame(0);
  await pressButton(desk, "Hand in");
  await pressButton(desk, "Continue working");
  await viewer.press("Delete");
  await viewer.dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(bar).toContainText("Nothing is missing");
  await expectAccessible(desk, "a task");
  await pressButton(desk, "Hand in");
  await expect(bar.getByText("In review")).toBeVisible();
  // The message is below the bar, not over its buttons.
  const toast = await desk.locator(".wl-toasts").getByText("Handed in", { exact: true }).boundingBox();
  const barBox = await bar.boundingBox();
  expect(toast!.y).toBeGreaterThan(barBox!.y + barBox!.height);
  // Handing in saves first.
  expect((await storedTracks(annotator, id)).map((track) => track.id)).toEqual([1]);

  // The next task is on the same dataset: its frames are shown without reloading.
  await bar.getByRole("link", { name: "Next task" }).press("Enter");
  await expect(bar).toContainText("frames 4–7");
  await viewer.expectFrame(4);
  await desk.goBack();
  await expect(bar).toContainText("frames 0–3");

  // The reviewer is notified immediately, and sends it back.
  const lab = await pageOf(browser, server, reviewer);
  await lab.goto("/my-work");
  await expect(lab.getByRole("table", { name: "Tasks" }).locator("tbody tr").first()).toContainText("To review");
  await pressButton(lab, "Next task");
  await new ViewerPage(lab).ready();
  const review = lab.getByRole("region", { name: "Task" });
  await expect(review).toContainText(`${annotator.login} annotates`);
  await pressButton(lab, "Send back");
  await expect(lab.getByRole("textbox", { name: "What is missing" })).toBeFocused();
  await lab.keyboard.type("There was a fish on frame 0");
  await lab.keyboard.press("Tab");
  await expectAccessible(lab, "sending back");
  await lab.getByRole("dialog").getByRole("button", { name: "Send back" }).press("Enter");
  // Not its state: the annotator's open page takes it up again at once.
  await expect(review).toContainText(`${reviewer.login} sent it back: There was a fish on frame 0`);

  // The annotator is notified on the current page, and hands it in again while the reviewer's page is open.
  await expect(desk.getByText(`${reviewer.login} sent back Reef: There was a fish on frame 0`)).toBeVisible();
  await expect(bar).toContainText(`${reviewer.login} sent it back: There was a fish on frame 0`);
  await pressButton(desk, "Hand in");
  await expect(review.getByRole("button", { name: "Accept" })).toBeVisible();

  // A more urgent task is still the same task: its reviewer hears of it, and can decide meanwhile.
  const { tasks } = await reviewer.client.call("task.list", {});
  const task = tasks.find(({ state }) => state === "inReview")!;
  await manager.client.call("task.update", { id: task._id, body: { version: task.version, priority: "high" } });
  await expect(lab.getByText(`${manager.login} changed a task on Reef`)).toBeVisible();
  await pressButton(lab, "Accept");
  await expect(review.getByText("Accepted", { exact: true })).toBeVisible();

  // The manager sees the progress of everyone.
  await office.goto(`/my-work?folderId=${id}`);
  await office.getByText("All", { exact: true }).click();
  const table = office.getByRole("table", { name: "Tasks" }).locator("tbody tr");
  await expect(table).toHaveText([
    new RegExp(`frames 0–3.*Accepted.*Urgent.*${annotator.login}.*${reviewer.login}`),
    /frames 4–7.*(To do|In progress)/,
  ]);
  await pressButton(office, `Change the task of ${annotator.login} on Reef, frames 4–7`);
  const change = office.getByRole("dialog", { name: "Change the task on Reef, frames 4–7" });
  await change.getByRole("combobox", { name: "Who does it" }).fill(reviewer.login);
  await pressButton(office, "Save");
  await expect(change.getByRole("alert")).toContainText("The reviewer is the person who does the work");
  await change.getByRole("combobox", { name: "Who reviews it" }).fill("");
  await pressButton(office, "Save");
  await expect(change).toBeHidden();
  await expect(table.nth(1)).toContainText(reviewer.login);
  const downloading = office.waitForEvent("download");
  await pressButton(office, "Overview as CSV");
  const stream = await (await downloading).createReadStream();
  const csv = (await stream.toArray()).join("");
  expect(csv.split("\r\n")[0]).toBe("person,dataset,task,state,type,objects,frames");
  expect(csv).toContain(`${annotator.login},Reef,`);
});

test("the server says what is missing when the bar could not know, and the reviewer sees that it was handed in anyway", async ({
  browser,
  page,
  user,
  server,
}) => {
  const annotator = await createUser(server);
  const id = await createDataset(user, { name: "Crowd", frames: 4 });
  const users = [
    { id: user.id, level: 2 },
    { id: annotator.id, level: 1 },
  ];
  await user.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const [task] = await user.client.call("task.create", {
    body: {
      datasetIds: [id],
      assignees: [annotator.login],
      instructions: "Box fish",
      ranges: [[3, 3]],
      rules: ["track-single-frame"],
    },
  });
  const desk = await pageOf(browser, server, annotator);
  await withoutLiveMessages(desk);
  await new ViewerPage(desk).open(id, `?task=${task?._id}`);
  const bar = desk.getByRole("region", { name: "Task" });
  await expect(bar).toContainText("Nothing is missing");
  // Someone else saves meanwhile.
  const box = { frame: 3, bounds: [20, 20, 120, 120] as [number, number, number, number], keyframe: true };
  const upsert = [{ id: 7, begin: 3, end: 3, attributes: {}, confidencePairs: [["cod", 1]], features: [box] }] as never;
  const body = { tracks: { upsert, delete: [] }, groups: { upsert: [], delete: [] } };
  await user.client.call("annotation.save", { folderId: id, body });
  await pressButton(desk, "Hand in");
  const dialog = desk.getByRole("dialog");
  await expect(dialog).toContainText(": once (first: track 7 on frame 3)");
  await expectAccessible(desk, "what is missing");
  await dialog.getByRole("button", { name: "Continue working" }).press("Enter");
  await expect(bar.getByText("In progress")).toBeVisible();
  await pressButton(desk, "Hand in");
  await dialog.getByRole("button", { name: "Hand in anyway" }).press("Enter");
  await expect(bar.getByText("In review")).toBeVisible();

  await withoutLiveMessages(page);
  await new ViewerPage(page).open(id, `?task=${task?._id}`);
  const review = page.getByRole("region", { name: "Task" });
  await expect(review).toContainText("Handed in although something was missing: track-single-frame (1)");
  // A priority that changes meanwhile does not stand in the way of a decision; what is asked for does.
  const update = async (change: object): Promise<void> => {
    const { version } = await user.client.call("task.get", { id: task!._id });
    await user.client.call("task.update", { id: task!._id, body: { version, ...change } });
  };
  await update({ instructions: "Box crabs" });
  await pressButton(page, "Accept");
  await expect(page.getByText("Could not change the task")).toBeVisible();
  await expect(review).toContainText("Box crabs");
  await update({ priority: "high" });
  await pressButton(page, "Accept");
  await expect(review.getByText("Accepted", { exact: true })).toBeVisible();
});

test("a task of another set says where it is, and one that was deleted says so", async ({ page, user, server }) => {
  const other = await createUser(server);
  const id = await createDataset(user, { name: "Sets", frames: 2 });
  const users = [
    { id: user.id, level: 2 },
    { id: other.id, level: 1 },
  ];
  await user.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const [task] = await user.client.call("task.create", {
    body: { datasetIds: [id], assignees: [other.login], instructions: "Second look", set: "second" },
  });
  const viewer = await new ViewerPage(page).open(id, `?task=${task?._id}`);
  const bar = page.getByRole("region", { name: "Task" });
  await expect(bar).toContainText("This task belongs to the set second. Open it there.");
  await expect(bar.getByRole("button", { name: "Hand in" })).toBeDisabled();
  await bar.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(/\/set\/second\?task=/);
  await expect(bar.getByRole("button", { name: "Hand in" })).toBeEnabled();
  await user.client.call("task.delete", { id: task?._id ?? "" });
  await page.reload();
  await viewer.ready();
  await expect(page.getByRole("alert").filter({ hasText: "The task no longer exists" })).toBeVisible();
});

test("a reviewer corrects it and accepts; one who comes too late is shown what became of it", async ({
  page,
  user,
  server,
}) => {
  const annotator = await createUser(server);
  const tracks = [{ id: 0, type: "cod", keyframes: { 0: [20, 20, 120, 120] } }] as const;
  const id = await createDataset(user, { name: "Judged", frames: 4, tracks });
  const users = [
    { id: user.id, level: 2 },
    { id: annotator.id, level: 1 },
  ];
  await user.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const made = await user.client.call("task.create", {
    body: { datasetIds: [id], assignees: [annotator.login], instructions: "Box fish", framesPerTask: 2 },
  });
  const [first = "", second = ""] = made.map(({ _id }) => _id);
  for (const task of [first, second]) {
    await annotator.client.call("task.move", { id: task, body: { move: "handIn", version: 1 } });
  }
  await withoutLiveMessages(page);
  const viewer = await new ViewerPage(page).open(id, `?task=${first}`);
  const bar = page.getByRole("region", { name: "Task" });
  await viewer.click(60, 60);
  await viewer.press("Delete");
  await viewer.dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await bar.getByRole("button", { name: "Send back" }).press("Enter");
  await page.getByRole("radio", { name: "I corrected it myself: accept it" }).check();
  await page.getByRole("textbox", { name: "Remark" }).fill("It was a stone");
  await viewer.dialog.getByRole("button", { name: "Accept" }).press("Enter");
  await expect(bar.getByText("Accepted", { exact: true })).toBeVisible();
  await expect(bar).toContainText(`${user.login}: It was a stone`);
  const { history } = await user.client.call("task.get", { id: first });
  expect(history.at(-1)).toMatchObject({ state: "accepted", fixed: true, text: "It was a stone" });
  // The correction was saved before, so the accepted revision includes it.
  expect(await storedTracks(user, id)).toEqual([]);
  expect(history.at(-1)?.revision).toBe((history.at(-2)?.revision ?? 0) + 1);

  await viewer.open(id, `?task=${second}`);
  await expect(bar.getByRole("button", { name: "Accept" })).toBeVisible();
  const text = "Frame 3 is empty";
  await user.client.call("task.move", { id: second, body: { move: "sendBack", version: 2, text } });
  await bar.getByRole("button", { name: "Accept" }).press("Enter");
  await expect(page.getByText("The task was changed in the meantime")).toBeVisible();
  await expect(bar).toContainText(`${user.login} sent it back: ${text}`);
  await expect(bar.getByRole("button", { name: "Accept" })).toHaveCount(0);
});
