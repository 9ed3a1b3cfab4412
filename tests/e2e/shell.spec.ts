/**
 * The shell around the pages: navigation, search, palette, keys, themes, live messages, and what a screen reader gets.
 */

import type { Request } from "@playwright/test";
import { JobStatus } from "../../schemas/index.ts";
import { localHandler } from "../../server/domain/job-status.ts";
import { createImageDataset } from "../support/dataset.ts";
import { expectAccessible, partOf } from "./support/accessibility.ts";
import { createFolder, createUser, expect, goWithin, signIn, test } from "./support/app.ts";
import { expectWhole } from "./support/seen.ts";

test("[S-NAV-07, S-NAV-13, S-NAV-14, S-NAV-15] [S-ERROR-01] [S-BRAND-06] the frame of the pages: palette and theme, navigation and guide, search, errors, the site's message", async ({
  page,
  server,
  user,
}) => {
  const other = await createUser(server);
  const folder = await createFolder(user, "Zebra crossing");
  const navigation = page.getByRole("navigation", { name: "Main navigation" });

  await test.step("the command palette runs commands, the theme changes and is remembered, ? shows the keys", async () => {
    await page.goto("/");
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    // The field has the focus before another key can arrive.
    const focused = await page.evaluate(async () => {
      const press = { key: "k", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", press));
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      return document.activeElement?.getAttribute("aria-label");
    });
    expect(focused).toBe("Run a command, jump to a page or a frame");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    // Synonyms work as well.
    await page.getByPlaceholder("Run a command, jump to a page or a frame").fill("hotkeys");
    await expect(page.getByRole("button", { name: "Change keyboard shortcuts" })).toBeVisible();
    await page.getByPlaceholder("Run a command, jump to a page or a frame").fill("dark light");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
    await expect(page.getByRole("grid")).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Run a command, jump to a page or a frame").fill("show jobs");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/jobs");
    await expect(page.getByPlaceholder("Run a command, jump to a page or a frame")).toBeHidden();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Run a command, jump to a page or a frame").fill("my work");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/my-work");
    await navigation.getByRole("link", { name: "Jobs" }).focus();
    await page.keyboard.press("Shift+?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText(
      "Search users, folders and datasets",
    );
  });

  await test.step("[S-NAV-07, S-NAV-13, S-NAV-15] the top navigation leads to the data and the jobs, and to the user guide", async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // The sheet gives the focus back.
    await expect(navigation.getByRole("link", { name: "Jobs" })).toBeFocused();
    await navigation.getByRole("link", { name: "Data" }).click();
    await expect(page).toHaveURL("/");
    await expect(navigation.getByRole("link", { name: "Data" })).toHaveAttribute("aria-current", "page");
    await navigation.getByRole("link", { name: "Jobs" }).click();
    await expect(page).toHaveURL("/jobs");
    await expect(page.getByText("You have no jobs")).toBeVisible();
    await expect(page.getByRole("link", { name: "Learn more" })).toHaveAttribute("href", "/user-guide/getting-started");
    await goWithin(page, "/shared");
    await expect(page.getByText("No datasets have been shared with you yet")).toBeVisible();
    await page.getByRole("link", { name: "Learn more" }).click();
    await expect(page.getByRole("article").getByRole("heading", { name: "Sharing" })).toBeVisible();
    await page.getByRole("navigation", { name: "User guide" }).getByRole("link", { name: "Annotating" }).click();
    const picture = page.getByRole("article").getByRole("img").first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(1000);
    await page.getByRole("banner").getByRole("link", { name: "User guide" }).click();
    await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
    await page.getByRole("article").getByRole("link", { name: "account" }).click();
    await expect(page).toHaveURL(/#your-account$/);
    await expect(page.getByRole("heading", { name: "Your account" })).toBeInViewport();
    await page.getByRole("article").getByRole("link", { name: "Uploading" }).click();
    await expect(page).toHaveURL("/user-guide/uploading");
    await expect(page.getByRole("cell", { name: "Media Files are required" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Admin" })).toHaveCount(0);
  });

  await test.step("[S-NAV-14] the search box finds users and folders by the beginning of their names", async () => {
    await navigation.getByRole("link", { name: "Data" }).click();
    await expect(page.getByRole("grid")).toBeVisible();
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search users, folders and datasets" });
    await expect(search).toBeFocused();
    await search.fill("zeb");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([`Zebra crossing${user.login}`]);
    await search.press("ArrowDown");
    await search.press("Enter");
    await expect(page).toHaveURL(`/folder/${folder._id}`);
    // The opened folder has the focus: arrow up leads to its parent.
    await expect(page.getByText("This folder is empty")).toBeVisible();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(page.getByRole("row", { name: /Zebra crossing/ })).toBeFocused();
    await search.fill(other.login);
    await page.getByRole("option", { name: other.login }).click();
    await expect(page).toHaveURL(`/user/${other.id}`);
    // A single hit needs no selection.
    await search.fill("zeb");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
    await search.press("Enter");
    await expect(page).toHaveURL(`/folder/${folder._id}`);
    // The beginning comes first, but the name is also found by what is in its middle.
    await search.fill("RA cross");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([`Zebra crossing${user.login}`]);
    await search.fill("nothing like it");
    await expect(page.getByText("Nothing found for “nothing like it”")).toBeVisible();
  });

  await test.step("[S-ERROR-01] what the server says is what is shown: its message, else its text; else the error itself", async () => {
    let reply = {
      status: 500,
      contentType: "application/json",
      body: JSON.stringify({ message: "The disk is full.", type: "internal" }),
    };
    await page.route("**/api/v1/folder?*", (route) => (reply.status === 0 ? route.abort() : route.fulfill(reply)));
    await page.goto("/");
    await expect(page.getByRole("alert")).toContainText("The disk is full.");
    reply = { status: 500, contentType: "text/plain", body: "Out of order" };
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("alert")).toContainText("Out of order");
    reply = { ...reply, status: 0 };
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("alert")).toContainText("Cannot reach the server");
  });

  await test.step("[S-BRAND-06] the site's alert message is shown in a banner, which is not there without one", async () => {
    await page.unroute("**/api/v1/folder?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("grid")).toContainText("Private");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.route("**/dive_configuration/brand_data", (route) =>
      route.fulfill({ json: { alertMessage: "Closed for maintenance on Friday." } }),
    );
    await page.goto("/");
    await expect(page.getByRole("alert")).toContainText("Closed for maintenance on Friday.");
  });
});

test("[S-NAV-05] [S-NAV-10 with an old link] links of the earlier address style work, also after the log-in, and lead nowhere after a log-out", async ({
  page,
  server,
}) => {
  const user = await createUser(server);
  const { id } = await server.server.services.jobs.create({
    title: "Counting crabs",
    type: "pipelines",
    handler: "worker",
    userId: user.id,
  });
  const logIn = async () => {
    await page.getByLabel("Login or email").fill(user.login);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  await page.goto(`/girder/#job/${id}`);
  await expect(page).toHaveURL("/login");
  await page.reload();
  await logIn();
  await expect(page.getByRole("dialog", { name: "Log of Counting crabs" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await logIn();
  await expect(page).toHaveURL("/");
  await page.goto(`/girder/#user/${user.id}`);
  await expect(page).toHaveURL(`/user/${user.id}`);

  const folder = await createFolder(user, "Linked");
  await page.goto(`/#/folder/${folder._id}`);
  await expect(page).toHaveURL(`/folder/${folder._id}`);
  await expect(page.getByText("This folder is empty")).toBeVisible();
  const dataset = await createImageDataset(user.client, "reef");
  await page.goto("about:blank");
  await page.goto(`/#/viewer/${dataset}`);
  await expect(page).toHaveURL(`/viewer/${dataset}`);
  await expect(page).toHaveTitle(/^reef · /);
});

test("[S-NAV-12, S-BROWSE-11, S-BROWSE-19, S-LIVE-01, S-LIVE-03] [S-LIVE-02 in the badge] a job that is not finished spins its dataset and counts in the badge; a live message ends both and refreshes the list", async ({
  page,
  server,
  user,
}) => {
  const { jobs } = server.server.services;
  const datasetId = await createImageDataset(user.client, "reef");
  const create = () =>
    jobs.create({ title: "Converting reef", type: "convert", handler: localHandler, userId: user.id, datasetId });
  const streams: Request[] = [];
  page.on("request", (request) => /\/api\/v1\/notification\/stream\?/.test(request.url()) && streams.push(request));
  let { id } = await create();
  await page.goto("/");
  const badge = page.getByLabel("1 job is running");
  const spinner = page
    .getByRole("row", { name: /reef/ })
    .getByRole("img", { name: "A job is running on this dataset" });
  // Unfinished until it ends in one of three ways.
  for (const status of [JobStatus.success, JobStatus.error, JobStatus.canceled]) {
    await expect(badge).toHaveText("1");
    await expect(spinner).toBeVisible();
    await expect(spinner).not.toHaveCSS("animation-name", "none");
    await jobs.change(id, { status: JobStatus.running });
    await expect(spinner).toBeVisible();
    const listed = page.waitForRequest((request) => /\/api\/v1\/folder\?/.test(request.url()));
    await jobs.change(id, { status });
    await listed;
    await expect(spinner).toBeHidden();
    await expect(badge).toBeHidden();
    ({ id } = await create());
    await jobs.change(id, { status: JobStatus.queued });
  }
  expect((await streams[0]?.allHeaders())?.["cookie"]).toContain("girderToken=");
  // Numbers of two and three digits are not cut off either.
  for (let count = 1; count < 12; count += 1) await jobs.change((await create()).id, { status: JobStatus.queued });
  const many = page.getByLabel("12 jobs are running");
  await expect(many).toHaveText("12");
  await expectWhole(many.locator(".mantine-Badge-label"));
});

test("[S-LIVE-04, S-LIVE-05, S-LIVE-06] the event stream comes back after 8 seconds, or at once when it had lived long", async ({
  page,
  user,
}) => {
  await page.clock.install();
  const opened: { atMs: number; timeout: string | null }[] = [];
  let hold: PromiseWithResolvers<void> | undefined;
  await page.route("**/api/v1/notification/stream?*", async (route) => {
    opened.push({
      atMs: await page.evaluate(() => Date.now()),
      timeout: new URL(route.request().url()).searchParams.get("timeout"),
    });
    await hold?.promise;
    await route.fulfill({ contentType: "text/event-stream", body: ":\n\n" }).catch(() => undefined);
  });
  await page.goto("/");
  await expect.poll(() => opened.length).toBe(1);
  expect(opened[0]?.timeout).toBe("300");
  await expect(page.getByText("Connection to the server lost")).toBeVisible();
  await page.clock.runFor(7000);
  expect(opened).toHaveLength(1);
  hold = Promise.withResolvers();
  await page.clock.runFor(1500);
  await expect.poll(() => opened.length).toBe(2);
  // Open for 151 s, more than half of its 300: the next one follows immediately.
  await page.clock.runFor(151_000);
  hold.resolve();
  hold = Promise.withResolvers();
  await page.waitForTimeout(300);
  await page.clock.runFor(100);
  await expect.poll(() => opened.length).toBe(3);
  expect(user.login).toBeTruthy();
});

test("no page has a serious accessibility problem, and each has a heading and a title of its own, in both themes", async ({
  page,
  user,
}) => {
  test.setTimeout(180_000);
  const survey = await createFolder(user, "Survey");
  const dataset = await createImageDataset(user.client, "reef");
  await user.client.call("folder.setMetadata", { id: dataset, body: { published: true } });
  await user.client.call("folder.update", { id: survey._id, description: "A [link](https://example.org)" });
  await page.goto("/");
  await page.getByRole("row", { name: /reef/ }).click();
  await expect(page.getByRole("img", { name: /First picture/ })).toBeVisible();
  await expectAccessible(page, "browser");
  await page
    .getByRole("row", { name: /reef/ })
    .getByRole("button", { name: /^Actions/ })
    .click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "row menu", partOf.menu);
  await page.keyboard.press("Escape");
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "confirm dialog", partOf.dialog);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Run a command, jump to a page or a frame")).toBeVisible();
  await expectAccessible(page, "palette", partOf.dialog);

  await page.goto(`/folder/${survey._id}`);
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await expectAccessible(page, "empty folder");
  await page
    .getByTestId("upload-files")
    .first()
    .setInputFiles([
      { name: "a.mp4", mimeType: "video/mp4", buffer: Buffer.from("x") },
      { name: "b.csv", mimeType: "text/csv", buffer: Buffer.from("x") },
    ]);
  await expect(page.getByRole("combobox", { name: "Frame rate" })).toBeVisible();
  await expectAccessible(page, "upload dialog", partOf.dialog);
  const pages = [
    ["/root", "My space"],
    ["/users", user.login],
    ["/jobs", "You have no jobs"],
    ["/shared", "No datasets have been shared with you yet"],
    ["/summary", "Label summaries"],
    ["/user-guide", "Find your way"],
    ["/nothing/here/at/all", "Page not found"],
    ["/viewer/0123456789abcdef01234567", "Could not open this dataset"],
  ] as const;
  const titles = new Set<string>();
  for (const [path, text] of pages) {
    const before = await page.title();
    if (titles.size === 0) await page.goto(path);
    else await goWithin(page, path);
    await expect(page).not.toHaveTitle(before);
    await expect(page.getByText(text).last()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectAccessible(page, path);
    titles.add(await page.title());
  }
  expect(titles.size, [...titles].join(", ")).toBeGreaterThanOrEqual(pages.length - 1);
  await page.goto("/");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByLabel("Login or email")).toBeVisible();
  await expectAccessible(page, "login");
  await page.getByRole("tab", { name: "Register" }).click();
  await expect(page.getByLabel("First name")).toBeVisible();
  await expectAccessible(page, "register");
});

test("after an update, parts that are not there any more leave the page as it is and offer to reload it", async ({
  page,
  user,
}) => {
  const survey = await createFolder(user, "Survey");
  await createFolder(user, "North", survey);
  const gone = /assets\/(SearchBox|CommandPalette|ShortcutSheet|UploadDialog|UploadIndicator|FolderDialog)-[\w-]+\.js$/;
  const asked = new Set<string | undefined>();
  await page.route(gone, (route) => {
    asked.add(gone.exec(route.request().url())?.[1]);
    return route.fulfill({ status: 404, body: "gone" });
  });
  await page.goto(`/folder/${survey._id}`);
  const notice = page.getByRole("alert").filter({ hasText: "This site has been updated" });
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText("Unsaved annotations are kept.");
  const row = page.getByRole("row", { name: /North/ });
  const search = page.getByRole("searchbox", { name: /Search/ }).or(page.getByPlaceholder(/Search users/));
  await search.fill("nor");
  await page.getByRole("button", { name: "New folder" }).click();
  await row.focus();
  await page.keyboard.press("Control+k");
  // Keys are ignored until the palette has closed.
  await expect(async () => {
    await page.keyboard.press("?");
    expect(asked).toContain("ShortcutSheet");
  }).toPass();
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload" }).click();
  // The notification covers it.
  await page.getByRole("menuitem", { name: /image/i }).first().press("Enter");
  await (await chosen).setFiles([{ name: "1.png", mimeType: "image/png", buffer: Buffer.from("x") }]);
  await expect
    .poll(() => [...asked].toSorted())
    .toEqual(["CommandPalette", "FolderDialog", "SearchBox", "ShortcutSheet", "UploadDialog", "UploadIndicator"]);
  await expect(row).toBeVisible();
  await expect(search).toHaveValue("nor");
  await expect(page.getByText("This page has a problem")).toHaveCount(0);
  await expect(notice).toHaveCount(1);

  await page.unroute(gone);
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole("button", { name: "New folder" }).click();
  await expect(page.getByRole("dialog", { name: "New folder in Survey" })).toBeVisible();

  // If a whole page fails to load, the same message appears in its place.
  await page.keyboard.press("Escape");
  const jobs = /assets\/JobsPage-[\w-]+\.js$/;
  await page.route(jobs, (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("heading", { name: "This site has been updated" })).toBeVisible();
});

for (const language of ["en", "de"]) {
  test(`every page is reached from the top navigation in a window of any width, in ${language}`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ locale: language, baseURL: server.url });
    const page = await context.newPage();
    await signIn(page, server, server.token);
    await page.goto("/");
    await expect(page.getByRole("grid")).toBeVisible();
    const links = page.getByRole("banner").getByRole("navigation").getByRole("link");
    for (const width of [1440, 1100, 1001, 1000, 761, 760, 720, 640, 481, 480, 320]) {
      await page.setViewportSize({ width, height: 800 });
      // Nothing in the bar overlaps its neighbor or the edge of the window.
      const boxes = await page.getByRole("banner").evaluate((bar) =>
        [...bar.querySelectorAll("a, button, input")]
          .map((part) => part.getBoundingClientRect())
          .filter(({ width: seen }) => seen > 0)
          .map(({ left, right, top }) => ({
            left: Math.round(left),
            right: Math.round(right),
            line: Number(top > 40),
          })),
      );
      const over = boxes.filter(
        (box) =>
          box.left < 0 ||
          box.right > width ||
          boxes.some(
            (other) => other !== box && other.line === box.line && other.left < box.right && box.left < other.right,
          ),
      );
      expect({ width, over }).toEqual({ width, over: [] });
      if (width > 760) await expect(links).toHaveCount(6);
    }
    await expect(links).toHaveCount(2);
    await page.getByRole("button", { name: language === "de" ? "Weitere Seiten" : "More pages" }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(4);
    await page.getByRole("menuitem").nth(2).click();
    await expect(page).toHaveURL("/scoring");
    await context.close();
  });
}
