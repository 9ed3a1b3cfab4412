/**
 * One browser context for many tests of a worker: the page's scripts stay in the browser's cache, which saves about an eighth
 * of a second of the processor for each opening of the viewer. What a test left is taken away after it.
 */
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** All that a page can store but the cache of answers, which is what the context is kept for. */
const storageTypes = "file_systems,indexeddb,local_storage,service_workers,cache_storage";

interface Opened {
  readonly context: BrowserContext;
  /** Empty, and there as long as the context: storage is cleared through it when all other pages are closed. */
  readonly blank: Page;
  readonly devTools: CDPSession;
}

export class KeptContext {
  readonly #browser: Browser;
  readonly #origin: string;
  #opened: Opened | undefined;

  /** @param origin of the server that the tests use: other origins keep what they store */
  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** Within a test, since the runner gives contexts the options of the test that opens them. */
  async open(): Promise<BrowserContext> {
    this.#opened ??= await this.#create();
    return this.#opened.context;
  }

  async #create(): Promise<Opened> {
    const context = await this.#browser.newContext();
    const blank = await context.newPage();
    return { context, blank, devTools: await context.newCDPSession(blank) };
  }

  /** As new but for the cache. Init scripts, clocks and bindings of the context cannot be taken back: who uses them needs a fresh one. */
  async clean(): Promise<void> {
    if (this.#opened === undefined) return;
    const { context, blank, devTools } = this.#opened;
    await Promise.all(context.pages().map((page) => (page === blank ? undefined : page.close())));
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
    await devTools.send("Storage.clearDataForOrigin", { origin: this.#origin, storageTypes });
  }

  async close(): Promise<void> {
    await this.#opened?.context.close();
  }
}
