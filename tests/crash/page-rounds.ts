/**
 * Pages killed during edits: the page's process crashes, or the whole browser dies with `kill -9`. The next page has
 * every edit that the browser has reported as stored, however busy the machine is, and every one that is older than 250
 * ms on an idle machine; in the original order, and no edit that was never made.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { type Browser, chromium, type Page } from "@playwright/test";
import { createDataset, storedTracks, ViewerPage } from "../e2e/support/viewer.ts";
import { signIn, type TestServer, type TestUser } from "../e2e/support/app.ts";
import { seededRandom } from "../support/random.ts";
import { chromiumArgs, findChromium, findTestBrowser } from "../tools/find-chromium.ts";

export interface PageRounds {
  /** Kills. */
  readonly rounds: number;
  readonly seed: number;
  readonly server: TestServer;
  readonly user: TestUser;
  /** Older edits must not be lost; 250 by default. Alongside other tests the browser itself stores later. */
  readonly safeMs?: number;
  readonly onRound?: (round: number, findings: readonly string[], sum: PageSum) => void;
}

export interface PageSum {
  edits: number;
  saves: number;
  /** Edits that were too recent to be kept when the page was killed. */
  lost: number;
  /** Age of the oldest of those, milliseconds. */
  oldestLostMs: number;
  /** Edits that the browser reported to the page as stored. */
  stored: number;
  /** The longest time from the page's request until one of them was stored, milliseconds. */
  slowestStoredMs: number;
}

/** An edit that the browser reported to the page as stored. Times are milliseconds since the epoch. */
interface StoredEdit {
  /** Of the step: its journal and its number there. A step may be written again. */
  readonly id: string;
  readonly askedMs: number;
  readonly storedMs: number;
}

/** Each box has its own row of the picture, so that a stored one shows which it is and how far it was nudged. */
const row = { count: 10, heightPx: 24 } as const;
const box = { left: 4, top: 6, width: 10, height: 12 } as const;
const nudgePx = 10;
const maxNudges = 29;

/** Nudges by row: the expected content of the page. */
type Boxes = ReadonlyMap<number, number>;

interface Step {
  /** The states that undo goes through; the last is the one after the step. */
  readonly states: readonly Boxes[];
  /** When the browser had processed its events; `undefined`: it was in progress when the page died. */
  doneMs: number | undefined;
}

/** @returns the violations */
export async function runPageRounds(given: PageRounds): Promise<{ findings: readonly string[]; sum: PageSum }> {
  const { rounds, seed, server, user, safeMs = 250, onRound } = given;
  const random = seededRandom(seed);
  const profile = await mkdtemp(join(tmpdir(), "wakeline-page-"));
  const findings: string[] = [];
  const sum: PageSum = { edits: 0, saves: 0, lost: 0, oldestLostMs: 0, stored: 0, slowestStoredMs: 0 };
  let browser = await startBrowser(profile, server, user);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const id = await createDataset(user, { frames: 1 });
      const storedById = new Map<string, StoredEdit>();
      const page = await browser.openPage((edit) => {
        if (!storedById.has(edit.id)) storedById.set(edit.id, edit);
      });
      const viewer = await new ViewerPage(page).open(id);
      const dies = round % 2 === 0 ? browser.kill : () => crash(page);
      const { steps, killedMs } = await editUntilKilled(viewer, { afterMs: 300 + 2200 * random(), dies, random, sum });
      if (round % 2 === 0) browser = await startBrowser(profile, server, user);

      const next = await browser.openPage();
      const told: string[] = [];
      next.on("console", (message) => {
        if (message.type() !== "log" && !message.text().includes("GL Driver Message")) told.push(message.text());
      });
      const again = await new ViewerPage(next).open(id);
      told.push((await again.saveButton.textContent()) ?? "", ...(await next.getByRole("alert").allTextContents()));
      // A page reopened by the browser itself would hold the journal.
      told.push(`${next.context().pages().length} pages are open`);
      await again.save();
      const tracks = await storedTracks(user, id);
      const found = boxesOf(tracks);
      if (found.size < tracks.length) findings.push(`round ${round}: some of ${tracks.length} boxes are there twice`);
      const stored = [...storedById.values()];
      // Later steps first: two of them may have the same result.
      const kept = steps.findLastIndex((step) => textOf(shownAfter(step)) === textOf(found));
      const lost = steps.slice(kept + 1).flatMap(({ doneMs }) => (doneMs === undefined ? [] : [killedMs - doneMs]));
      const oldestMs = Math.max(0, ...lost);
      sum.edits += steps.length - 1;
      sum.stored += stored.length;
      sum.slowestStoredMs = Math.max(sum.slowestStoredMs, ...stored.map((edit) => edit.storedMs - edit.askedMs));
      if (kept >= 0 && kept < stored.length)
        findings.push(
          `round ${round}: of ${stored.length} edits that were said to be stored (${[...storedById.keys()].join(", ")}) ${kept} are there: ${textOf(found)}, not ${steps.map((step) => textOf(shownAfter(step))).join(", ")}; the next page said: ${told.join("; ")}`,
        );
      sum.lost += lost.length;
      sum.oldestLostMs = Math.max(sum.oldestLostMs, Math.round(oldestMs));
      if (kept < 0)
        findings.push(`round ${round}: ${textOf(found)} was never there, last ${textOf(shownAfter(steps.at(-1)!))}`);
      else if (oldestMs > safeMs) findings.push(`round ${round}: an edit ${Math.round(oldestMs)} ms old is lost`);
      onRound?.(round, findings, sum);
      await next.close();
    }
    return { findings, sum };
  } finally {
    await browser.kill();
    // Processes of a killed browser may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface Killing {
  readonly afterMs: number;
  readonly dies: () => Promise<void>;
  readonly random: () => number;
  readonly sum: PageSum;
}

/** Edits that have begun when the page is killed, unless they take more than `maxWaits` times 50 ms. */
const minEdits = 2;
const maxWaits = 400;

async function editUntilKilled(viewer: ViewerPage, { afterMs, dies, random, sum }: Killing) {
  const steps: Step[] = [{ states: [new Map()], doneMs: 0 }];
  let killedMs = Infinity;
  const killed = sleep(afterMs).then(async () => {
    // On a busy machine the first edits take longer.
    for (let wait = 0; wait < maxWaits && steps.length <= minEdits; wait += 1) await sleep(50);
    killedMs = performance.now();
    await dies();
  });
  try {
    while (true) {
      const { act, states } = chooseEdit(viewer, steps, random);
      const step: Step = { states, doneMs: undefined };
      steps.push(step);
      await act();
      if (performance.now() > killedMs) break;
      step.doneMs = performance.now();
      if (random() < 0.25) {
        await viewer.press("Control+s");
        sum.saves += 1;
      }
    }
  } catch (error) {
    // Every request to a dead page fails; to a living one none may.
    if (killedMs === Infinity) throw error;
  }
  await killed;
  return { steps, killedMs };
}

/** A new box, a nudge of the last one, or an undo. */
function chooseEdit(viewer: ViewerPage, steps: readonly Step[], random: () => number) {
  const { states } = steps.at(-1)!;
  const boxes = shownAfter(steps.at(-1)!);
  const [last, nudges] = [...boxes].at(-1) ?? [-1, 0];
  const choice = random();
  if (choice < 0.1 && states.length > 1) {
    return { states: states.slice(0, -1), act: () => viewer.press("Control+z") };
  }
  // Undone tracks are no longer selected.
  const isSelected = last >= 0 && shownAfter(steps.at(-2) ?? steps[0]!).size <= boxes.size;
  if (isSelected && nudges < maxNudges && (choice < 0.85 || last === row.count - 1)) {
    const moved = new Map(boxes).set(last, nudges + 1);
    return { states: [...states, moved], act: () => viewer.press("Alt+Shift+ArrowRight") };
  }
  const y = (last + 1) * row.heightPx + box.top;
  return {
    states: [...states, new Map(boxes).set(last + 1, 0)],
    act: () => viewer.draw([box.left, y, box.left + box.width, y + box.height]),
  };
}

const shownAfter = ({ states }: Step): Boxes => states.at(-1)!;

function boxesOf(tracks: Awaited<ReturnType<typeof storedTracks>>): Boxes {
  const boxes = tracks.map(({ features }) => {
    const [x = 0, y = 0] = features[0]?.bounds ?? [];
    return [Math.floor(y / row.heightPx), Math.round((x - box.left) / nudgePx)] as const;
  });
  return new Map(boxes);
}

const textOf = (boxes: Boxes): string =>
  [...boxes]
    .toSorted(([a], [b]) => a - b)
    .map(([at, nudges]) => `${at}+${nudges}`)
    .join(" ") || "nothing";

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // A crashed page sends no response.
  await Promise.race([session.send("Page.crash").catch(() => undefined), page.waitForEvent("crash")]);
  await page.close();
}

/**
 * Starts a browser as a separate process, so that it can be killed while its profile stays. Uses the regular browser if
 * installed: the headless one takes up to 600 ms longer to store what pages write.
 */
async function startBrowser(profile: string, server: TestServer, user: TestUser) {
  const path = (findChromium() ?? findTestBrowser())?.path ?? chromium.executablePath();
  const portFile = join(profile, "DevToolsActivePort");
  await rm(portFile, { force: true });
  const args = [...chromiumArgs, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  // A separate process group, killed as a whole: a surviving part would lock the profile.
  const child = spawn(path, [...args, "about:blank"], { stdio: "ignore", detached: true });
  const browser = await connect(child, portFile);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The browser has no profile.");
  return {
    /** @param onStored called for each edit that its journal has stored */
    async openPage(onStored?: (edit: StoredEdit) => void): Promise<Page> {
      const page = await context.newPage();
      if (onStored !== undefined) await tellOfStored(page, onStored);
      // Small, for many edits per second.
      await page.setViewportSize({ width: 1024, height: 640 });
      await signIn(page, server, user.token);
      page.setDefaultTimeout(20_000);
      // `goto` has no base URL here.
      const goto = page.goto.bind(page);
      page.goto = (url, options) => goto(new URL(url, server.url).href, options);
      // Confirms leaving a page with unsaved work.
      page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
      return page;
    },
    async kill(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await exited;
      await browser.close().catch(() => undefined);
    },
  };
}

/**
 * A step of the annotations' journal is an edit; steps of the configuration (a new type) have a separate journal. It is
 * stored when the transaction is complete.
 */
async function tellOfStored(page: Page, onStored: (edit: StoredEdit) => void): Promise<void> {
  await page.exposeFunction("wakelineStored", onStored);
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    const ofConfiguration = new Set<string>();
    IDBObjectStore.prototype.put = function (...args) {
      const askedMs = Date.now();
      const { id, key = "", journalId, seq } = args[0] as Readonly<Record<string, string>>;
      if (key.endsWith('"configuration"]')) ofConfiguration.add(id!);
      if (this.name === "entries") {
        this.transaction.addEventListener("complete", () => {
          if (ofConfiguration.has(journalId!)) return;
          (globalThis as unknown as { wakelineStored(edit: StoredEdit): void }).wakelineStored({
            id: `${journalId}:${seq}`,
            askedMs,
            storedMs: Date.now(),
          });
        });
      }
      return put.apply(this, args);
    };
  });
}

async function connect(child: ChildProcess, portFile: string): Promise<Browser> {
  const untilMs = performance.now() + 60_000;
  while (true) {
    const port = (await readFile(portFile, "utf8").catch(() => "")).split("\n")[0];
    if (port !== undefined && port !== "") return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    if (child.exitCode !== null || performance.now() > untilMs) throw new Error("The browser did not start.");
    await sleep(20);
  }
}
