/** Pages stand still: nothing that is shown moves when more comes, and between two pages there is no empty one. */
import type { Page } from "@playwright/test";
import { createUser, expect, signIn, test } from "./support/app.ts";

interface Watched {
  /** What has moved, by its share of the window, and where it was. */
  readonly shifts: string[];
  /** Frames at which a page that was there had gone. */
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

/** Layout shifts, whether or not somebody has just pressed something, and frames without a page. */
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

/** Nothing more has been asked for in the last frames. */
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
  await watch(page);
  await page.goto("/login");
  await expect(page.getByLabel("Login or e-mail")).toBeVisible();
  const moved = [...(await watched(page)).shifts];
  await signIn(page, server, server.token);
  // Opened by their addresses, each is drawn from nothing.
  for (const place of ["/", "/users", "/shared", "/summary", "/jobs", "/trained-models", "/account", "/admin/users"]) {
    await page.goto(place);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await settled(page);
    moved.push(...(await watched(page)).shifts);
  }
  expect(moved, "opened by their addresses").toEqual([]);

  await page.goto("/");
  await settled(page);
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Jobs", "Admin", "Data", "Jobs"]) {
    await navigation.getByRole("link", { name }).click();
    await settled(page);
  }
  await navigation.getByRole("link", { name: "Data" }).click();
  for (const name of ["Shared with Me", "Label summaries", "Browse Data"]) {
    await page.getByRole("tab", { name }).click();
    await settled(page);
  }
  const { empty, shifts } = await watched(page);
  expect({ empty, shifts }, "gone to by links").toEqual({ empty: 0, shifts: [] });
});

test("the list of jobs waits for what stands above it, so that nothing moves when that comes last", async ({
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
