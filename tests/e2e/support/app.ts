/**
 * The real application for browser tests: the server on a free port with an empty data folder, serving the built web
 * app. One server per test worker; each test gets its own users and folders, so that tests are independent.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test as base } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

import type { Folder } from "../../../schemas/wire.ts";
import type { ServerFlags } from "../../../server/config.ts";
import { startTestServer } from "../../support/test-server.ts";
import type { TestServer, TestUser } from "../../support/test-server.ts";

export { expect } from "@playwright/test";
export type { TestServer, TestUser };

const webFolder = fileURLToPath(new URL("../../../dist/web", import.meta.url));

/** A separate server, for tests that stop or break it. Others use the fixture `server`. */
export async function startApp(flags: ServerFlags = {}): Promise<TestServer> {
  if (!existsSync(join(webFolder, "index.html")))
    throw new Error("dist/web is missing: run `npm run build:web` first.");
  return startTestServer({ webFolder: webFolder, ...flags });
}

let userCount = 0;

/** An account that no other test uses. */
export async function createUser(server: TestServer): Promise<TestUser> {
  userCount += 1;
  return server.createUser(`tester-${process.pid}-${userCount}`);
}

/** Signs in without the log-in page: stores the token where the application looks for it, and the cookie for media. */
export async function signIn(page: Page, server: TestServer, token: string): Promise<void> {
  await page.context().addCookies([{ name: "girderToken", value: token, url: server.url, httpOnly: true }]);
  await page.addInitScript((value) => {
    // Only once: a test may sign out and reload.
    if (sessionStorage.getItem("signed-in-by-test") !== null) return;
    sessionStorage.setItem("signed-in-by-test", "yes");
    localStorage.setItem("girderToken", value);
  }, token);
}

/**
 * Navigates to another URL inside the open application, as back and forward do: nothing is reloaded, which would take a
 * second of processor time. If both places show what the test waits for next, use `goToPage`.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Navigates within the application and waits until the new page has replaced the old one. */
export async function goToPage(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(page.url());
  if (pathname === path) return;
  const before = await page.title();
  await goWithin(page, path);
  // All tabs of the administration share one title.
  const [, tab] = /^\/admin\/(.*)$/.exec(path) ?? [];
  if (tab === undefined) await expect(page).not.toHaveTitle(before);
  else await expect(page.locator(`[role=tabpanel][id$="-panel-${tab}"]`)).not.toBeEmpty();
}

/** Without live messages the page notices that its session has ended only at its next request. */
export async function withoutLiveMessages(page: Page): Promise<void> {
  await page.route("**/api/v1/notification/stream?*", (route) => route.abort("connectionrefused"));
}

/** Creates a folder in the space of a user, or in another folder. */
export async function createFolder(user: TestUser, name: string, parent?: Folder): Promise<Folder> {
  return user.client.call(
    "folder.create",
    parent === undefined
      ? { parentType: "user", parentId: user.id, name }
      : { parentType: "folder", parentId: parent._id, name },
  );
}

/**
 * Finds tests that rely on a fast machine: `WAKELINE_SLOW_CPU=3` slows pages down to a third, `WAKELINE_SLOW_NET=80`
 * delays every response of the server by 80 ms.
 */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env["WAKELINE_SLOW_CPU"] ?? 1);
  const latency = Number(process.env["WAKELINE_SLOW_NET"] ?? 0);
  if (rate <= 1 && latency <= 0) return;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate });
  const network = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  if (latency > 0) await devTools.send("Network.emulateNetworkConditions", network);
}

/**
 * Screen readers hear in the live region what the page shows, so texts would be found twice: tests look at the page,
 * by `page.getByText` and by that of any locator, as the region moves into an open dialog.
 */
function lookAtThePage(page: Page): void {
  const shown = ':not([data-testid="status"])';
  const getByText = page.getByText.bind(page);
  page.getByText = (...args) => getByText(...args).and(page.locator(shown));
  const locators = Object.getPrototypeOf(page.locator("body")) as Locator & { looksAtThePage?: true };
  if (locators.looksAtThePage) return;
  locators.looksAtThePage = true;
  const { getByText: within } = locators;
  locators.getByText = function (this: Locator, ...args) {
    return within.apply(this, args).and(this.page().locator(shown));
  };
}

interface Fixtures {
  /** A fresh account, signed in in `page`. */
  readonly user: TestUser;
}

export const test = base.extend<Fixtures, { readonly server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner demands the pattern
    async ({}, provide) => {
      const server = await startApp();
      await provide(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  page: async ({ page }, provide) => {
    // Waiting for a file chooser turns on its interception, and on a busy machine the key that opens it may come first.
    page.on("filechooser", () => undefined);
    await slowDown(page);
    lookAtThePage(page);
    await provide(page);
    // Intercepted responses that the page no longer awaits are not failures.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  baseURL: async ({ server }, provide) => provide(server.url),
  user: async ({ page, server }, provide) => {
    const user = await createUser(server);
    await signIn(page, server, user.token);
    await provide(user);
  },
});
