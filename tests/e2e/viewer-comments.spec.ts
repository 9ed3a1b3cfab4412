/** Comments in the viewer: about the selection or a place, seen by others immediately, answered and resolved. */
import type { Browser } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { createUser, expect, signIn, test } from "./support/app.ts";
import type { TestServer, TestUser } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

async function openBrowser(browser: Browser, server: TestServer, user: TestUser, id: string): Promise<ViewerPage> {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(page, server, user.token);
  const streaming = page.waitForResponse((response) => response.url().includes("notification/stream"));
  const viewer = await new ViewerPage(page).open(id);
  await streaming;
  return viewer;
}

const tracks = [
  { id: 3, type: "fish", keyframes: { 0: [20, 20, 120, 120], 8: [20, 20, 120, 120] } },
  { id: 5, type: "crab", keyframes: { 6: [200, 50, 260, 110] } },
] as const;

test("two people write to each other about a track, and see it at once", async ({ browser, server }) => {
  const [ada, bob] = [await createUser(server), await createUser(server)];
  const id = await createDataset(ada, { frames: 10, tracks });
  const users = [
    { id: ada.id, level: 2 },
    { id: bob.id, level: 1 },
  ];
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const [adas, bobs] = [await openBrowser(browser, server, ada, id), await openBrowser(browser, server, bob, id)];
  const panelOf = ({ page }: ViewerPage) => page.getByTestId("panel-content");
  const threadsOf = (viewer: ViewerPage) => panelOf(viewer).getByRole("list", { name: "Comments" }).locator("> li");

  // By key, about the box of the selected track; the field gets the focus.
  await adas.click(60, 60);
  await adas.press("Shift+C");
  const field = panelOf(adas).getByRole("textbox", { name: "New comment" });
  await expect(field).toBeFocused();
  await expect(panelOf(adas).getByRole("combobox", { name: "About" }).locator("option:checked")).toHaveText(
    "Track 3, frame 0",
  );
  await adas.page.keyboard.type("Is this a ling?");
  await adas.page.keyboard.press("Control+Enter");
  await expect(threadsOf(adas)).toHaveText([/Track 3, frame 0.*Is this a ling\?/s]);
  await expect(field).toHaveValue("");
  await expect(adas.canvas.locator("canvas")).toBeFocused();

  // Other users see it without a reload: as a count, as a pin, and as a link to its place.
  await bobs.press("PageDown");
  await bobs.expectFrame(9);
  const rail = bobs.page.getByRole("button", { name: "Comments", exact: true });
  await expect(rail.getByRole("img", { name: "1 open comment" })).toBeVisible();
  await bobs.press("Alt+C");
  await bobs.expectFrame(0);
  const pin = bobs.page.getByRole("button", { name: `Comment by ${ada.login}: Is this a ling?` });
  const corner = await bobs.at(120, 20);
  const distance = async () => {
    // `null` while it is drawn again.
    const box = await pin.boundingBox();
    return box === null ? Infinity : Math.hypot(box.x + 3 - corner.x, box.y + box.height - corner.y);
  };
  await expect.poll(distance).toBeLessThan(3);
  // And as a mark under the timeline, whose first frame is at its left edge.
  const timeline = bobs.page.getByTestId("timeline");
  await timeline.hover({ position: { x: 20, y: (await timeline.boundingBox())!.height - 7 } });
  await expect(timeline).toContainText(`${ada.login}: Is this a ling?`);
  await pin.click();
  const thread = threadsOf(bobs).first();
  await expect(thread).toHaveAttribute("aria-current", "true");
  await thread.getByRole("button", { name: "Reply" }).click();
  await bobs.page.keyboard.type("A cod.");
  await bobs.page.keyboard.press("Control+Enter");
  await expect(threadsOf(adas)).toContainText([`${bob.login}`]);
  await expect(threadsOf(adas)).toContainText(["A cod."]);

  // Users can only edit their own text. A thread that others have replied to cannot be deleted by its author.
  await expect(thread.getByRole("button", { name: "Edit comment" })).toHaveCount(1);
  await thread.getByRole("button", { name: "Edit comment" }).click();
  await thread.getByRole("textbox", { name: "Text of the comment" }).fill("A cod, look at the fin.");
  await thread.getByRole("button", { name: "Save" }).click();
  await expect(threadsOf(adas)).toContainText(["look at the fin."]);
  await expect(threadsOf(adas)).toContainText(["edited"]);

  await threadsOf(adas).first().getByRole("button", { name: "Resolve" }).click();
  await expect(rail.getByRole("img", { name: "open comment" })).toHaveCount(0);
  await expect(bobs.page.getByTestId("comment-pins")).toHaveCount(0);
  await panelOf(bobs).getByText("All (1)").click();
  await expect(thread).toContainText(`Resolved by ${ada.login}`);
  await thread.getByRole("button", { name: "Reopen" }).click();
  await expect(rail.getByRole("img", { name: "1 open comment" })).toBeVisible();
});

test("a comment is about a place that is clicked on; steps lead around; a draft outlives a closed panel", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames: 10, tracks });
  await user.client.call("comment.create", { id, body: { text: "Check the rate", anchor: {} } });
  await user.client.call("comment.create", { id, body: { text: "Crab?", anchor: { track: 5 } } });
  await user.client.call("comment.create", { id, body: { text: "Gone", anchor: { track: 77, frame: 2 } } });
  const viewer = await new ViewerPage(page).open(id);
  const panel = page.getByTestId("panel-content");
  const list = panel.getByRole("list", { name: "Comments" });

  await viewer.press("PageDown");
  await viewer.expectFrame(9);
  await viewer.press("Shift+C");
  await page.keyboard.type("A scratch on the lens");
  await panel.getByRole("button", { name: "Choose a place" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("choose-place")).toHaveCount(0);
  await panel.getByRole("button", { name: "Choose a place" }).click();
  const at = await viewer.at(150, 100);
  await page.mouse.click(at.x, at.y);
  await expect(panel.getByRole("combobox", { name: "About" }).locator("option:checked")).toHaveText("Place on frame 9");
  // That click drew and selected nothing.
  await expect(viewer.rows).toHaveCount(2);
  const rail = page.getByRole("button", { name: "Comments", exact: true });
  await rail.click();
  await rail.click();
  await expect(panel.getByRole("textbox", { name: "New comment" })).toHaveValue("A scratch on the lens");
  await panel.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(list.locator("> li")).toHaveText([/Gone/, /A scratch/, /Crab\?/, /Check the rate/]);
  const stored = await user.client.call("comment.list", { id });
  const { x = 0, y = 0, frame } = stored.at(-1)?.anchor ?? {};
  expect(frame).toBe(9);
  expect(Math.hypot(x - 150, y - 100)).toBeLessThan(2);
  const pin = page.getByRole("button", { name: /A scratch on the lens/ });
  await expect(pin).toBeVisible();

  await viewer.canvas.locator("canvas").focus();
  await viewer.press("Alt+C");
  await viewer.expectFrame(6);
  await expect(list.locator("> li[aria-current]")).toContainText("Crab?");
  await viewer.press("Alt+Shift+C", "Alt+Shift+C");
  await viewer.expectFrame(2);
  await list.getByRole("button", { name: "Go to: Track 77, frame 2" }).click();
  await expect(list).toContainText("Track 77 is not in the annotations that are shown.");
});

test("a mention reaches people on any page, and leads to the thread; those who can only read see how to get the right to write", async ({
  page,
  server,
  user,
}) => {
  const owner = await createUser(server);
  const id = await createDataset(owner, { frames: 10, tracks });
  const users = [
    { id: owner.id, level: 2 },
    { id: user.id, level: 0 },
  ];
  await owner.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const streaming = page.waitForResponse((response) => response.url().includes("notification/stream"));
  await page.goto("/jobs");
  await streaming;
  const text = `@${user.login} which one?`;
  await owner.client.call("comment.create", { id, body: { text, anchor: { track: 5, frame: 6 } } });
  const toast = page.getByRole("alert").filter({ hasText: `${owner.login} mentioned you` });
  await expect(toast).toContainText("which one?");
  await toast.getByRole("button", { name: "Show comment" }).click();
  const viewer = new ViewerPage(page);
  await viewer.expectFrame(6);
  const panel = page.getByTestId("panel-content");
  await expect(panel.locator("li[aria-current]")).toContainText("which one?");
  await expect(panel).toContainText("ask an owner of the dataset");
  await expect(panel.getByRole("textbox")).toHaveCount(0);
  await expect(panel.getByRole("button", { name: "Reply" })).toHaveCount(0);
  await expectAccessible(page, "comments");
});
