import { expect, test, vi } from "vitest";
import { JournalHolders, holdJournal, type MessageChannelLike } from "./hold-journal.ts";

/** Pages of a browser without locks: a message from one reaches all others, later. */
function pagesOfBrowser(): { open(): JournalHolders } {
  const all: { readonly talk: MessageChannelLike; readonly receive: ((event: MessageEvent) => void)[] }[] = [];
  return {
    open() {
      const receive: ((event: MessageEvent) => void)[] = [];
      const talk = {
        addEventListener: (_: string, listener: (event: MessageEvent) => void) => receive.push(listener),
        postMessage: (data: unknown) => {
          for (const other of all.filter((each) => each.talk !== talk))
            setTimeout(() => other.receive.forEach((listener) => listener({ data } as MessageEvent)), 1);
        },
      } as unknown as MessageChannelLike;
      all.push({ talk, receive });
      return new JournalHolders(talk);
    },
  };
}

test("without locks a journal is held by the page that answers for it, and is free when that one is gone", async () => {
  const browser = pagesOfBrowser();
  const [first, second] = [browser.open(), browser.open()];
  const hold = async (page: JournalHolders, isOwn: boolean) =>
    await holdJournal("journal", isOwn, { locks: undefined, holders: page });
  const release = await hold(first, true);
  expect(release).toBeDefined();
  expect(await hold(second, false)).toBeUndefined();
  // The same page does not open twice either.
  expect(await hold(first, false)).toBeUndefined();
  release?.();
  expect(await hold(second, false)).toBeDefined();
  expect(await hold(first, false)).toBeUndefined();
});

test("of two pages that ask at once not both have it", async () => {
  const browser = pagesOfBrowser();
  const pages = [browser.open(), browser.open()];
  const held = await Promise.all(pages.map(async (page) => await page.hold("journal", false)));
  expect(held.filter((each) => each !== undefined).length).toBeLessThan(2);
});

test("channels of real pages carry it", async () => {
  const pages = [1, 2].map(() => new JournalHolders(new BroadcastChannel("hold-journal.test")));
  expect(await pages[0]?.hold("real", true)).toBeDefined();
  expect(await pages[1]?.hold("real", false)).toBeUndefined();
});

test("where pages can neither lock nor ask, no one seems to hold it", async () => {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("BroadcastChannel", undefined);
  expect(await holdJournal("journal", false)).toBeDefined();
  expect(await holdJournal("journal", false)).toBeDefined();
  vi.unstubAllGlobals();
});
