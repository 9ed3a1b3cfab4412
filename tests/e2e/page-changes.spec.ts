/** Layout stability: nothing that is shown moves when more loads, and no empty page appears between two pages. */
import type { Page } from "@playwright/test";
import { workerHandler } from "../../server/domain/job-status.ts";
import { JobStatus } from "../../schemas/job-status.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createFolder, createUser, expect, signIn, test } from "./support/app.ts";
import { row } from "./support/browser.ts";

interface Watched {
  /** The layout shift, as a fraction of the window, and where it was. */
  readonly shifts: string[];
  /** Number of frames without any page. */
  empty: number;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node?: Node | null }[];
}

/** Records layout shifts, whether or not they follow user input, and frames without a page. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.watched = { shifts: [], empty: 0 };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const parts = sources.map(({ node }) =>
          (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 120),
        );
        window.watched.shifts.push(`${location.pathname}: ${value.toFixed(4)} ${parts.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
    let wasThere = false;
    const look = (): void => {
      const isThere = (document.querySelector("main")?.textContent ?? "") !== "";
      if (wasThere && !isThere) window.watched.empty += 1;
      wasThere ||= isThere;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const watched = (page: Page): Promise<Watched> => page.evaluate(() => window.watched);

/** No more requests in the last frames. */
async function settled(page: Page): Promise<void> {
  const asked = (): Promise<number> => page.evaluate(() => performance.getEntriesByType("resource").length);
  let before = -1;
  await expect.poll(async () => before === (before = await asked()), { intervals: [300] }).toBe(true);
}

test("pages do not move while they load, nor go blank between each other, and the log-in neither", async ({
  page,
  server,
}) => {
  const me = await server.client.call("user.me", {});
  await server.client.call("folder.create", { parentType: "user", parentId: me?._id ?? "", name: "Quiet" });
  const { jobs } = server.server.services;
  for (const type of ["pipelines", "training", "conversion", "import"])
    await jobs.create({ title: "Quiet", type, handler: workerHandler, userId: me?._id ?? "" });
  // Of what the list of all jobs asks for, its filter comes last.
  const filter = "**/job/typeandstatus/all";
  await page.route(filter, async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  await watch(page);
  await page.goto("/login");
  await expect(page.getByLabel("Login or email")).toBeVisible();
  const moved = [...(await watched(page)).shifts];
  await signIn(page, server, server.token);
  // Opened by their URLs, so each is drawn from nothing.
  for (const place of [
    ...["/", "/users", "/shared", "/summary", "/jobs", "/trained-models", "/account"],
    ...["/admin/users", "/admin/jobs", "/user-guide/browsing"],
  ]) {
    await page.goto(place);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    if (place === "/admin/jobs") await expect(page.getByText(/^Pipeline/).first()).toBeVisible();
    await settled(page);
    moved.push(...(await watched(page)).shifts);
  }
  expect(moved, "opened by their addresses").toEqual([]);
  await page.unroute(filter);

  await page.goto("/");
  await settled(page);
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Jobs", "Admin", "Data", "Jobs"]) {
    await navigation.getByRole("link", { name }).click();
    await settled(page);
  }
  await navigation.getByRole("link", { name: "Data" }).click();
  for (const name of ["Shared with me", "Label summaries", "Browse data"]) {
    await page.getByRole("tab", { name }).click();
    await settled(page);
  }
  const { empty, shifts } = await watched(page);
  expect({ empty, shifts }, "gone to by links").toEqual({ empty: 0, shifts: [] });
});

test("the list of jobs waits for what is above it, so that nothing moves when that comes last", async ({
  page,
  server,
}) => {
  const user = await createUser(server);
  await signIn(page, server, user.token);
  await watch(page);
  const list = page.waitForResponse(/\/job\?/u);
  await page.route("**/job/queued", async (route) => {
    await list;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await route.fulfill({ json: { queued: 3, outstanding: 3 } });
  });
  await page.goto("/jobs");
  await expect(page.getByRole("alert").filter({ hasText: "3" })).toBeVisible();
  await expect(page.getByText("You have no jobs")).toBeVisible();
  expect((await watched(page)).shifts).toEqual([]);
});

test("rows get small pictures, are selected and filtered, and show jobs that run, and nothing moves", async ({
  page,
  server,
}) => {
  const user = await createUser(server);
  const survey = await createFolder(user, "Survey");
  const reef = await createImageDataset(user.client, "reef");
  const metadata = { fps: 1, type: "image-sequence", annotate: true };
  const place = { parentType: "folder", parentId: survey._id } as const;
  await user.client.call("resource.move", { ...place, resources: { folder: [reef] } });
  await user.client.call("folder.create", { ...place, name: "without", metadata });
  await createFolder(user, "a folder", survey);
  await signIn(page, server, user.token);
  await watch(page);
  await page.goto(`/folder/${survey._id}`);
  const picture = row(page, "reef").locator("img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
  // If there is no thumbnail, the icon stays, and names begin at the same position.
  const places = async () =>
    (
      await page
        .getByRole("grid")
        .getByRole("link", { name: /^(reef|without|a folder)$/ })
        .all()
    ).map(async (link) => (await link.boundingBox())?.x);
  await expect(row(page, "without").locator("svg").first()).toBeVisible();
  await expect(row(page, "without").locator("img")).toHaveCount(0);
  expect(new Set(await Promise.all(await places())).size).toBe(1);
  expect((await watched(page)).shifts, "pictures came").toEqual([]);

  for (const name of ["reef", "without", "a folder"]) {
    await row(page, name).click({ position: { x: 400, y: 12 } });
    await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeVisible();
    await settled(page);
  }
  await page.keyboard.press("Escape");
  await settled(page);
  expect((await watched(page)).shifts, "rows were selected").toEqual([]);

  const { jobs } = server.server.services;
  const pipeline = { title: "Running", type: "pipelines", handler: workerHandler } as const;
  const job = await jobs.create({ ...pipeline, userId: user.id, datasetId: reef });
  await jobs.change(job.id, { status: JobStatus.running });
  await expect(row(page, "reef").getByRole("img", { name: /running/i })).toBeVisible();
  await settled(page);
  expect((await watched(page)).shifts, "a job ran").toEqual([]);

  await page.getByRole("searchbox", { name: "Filter" }).fill("a");
  await expect(row(page, "reef")).toHaveCount(0);
  await settled(page);
  expect((await watched(page)).shifts, "the list was filtered").toEqual([]);
});
