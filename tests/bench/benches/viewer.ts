/**
 * The viewer in a real browser beside a page that keeps and draws annotations as web tools of this field do: an object per
 * detection, an interval tree, a shape per box (`browser/reference-page`). Same server, same data, same pictures.
 */
import type { Page } from "@playwright/test";
import type { Bench, BenchContext } from "../context.ts";
import { loadText, openBenchPage, type BenchPage } from "../browser/bench-browser.ts";
import {
  createLargeDataset,
  enter,
  openBrowserWorld,
  serveReferencePage,
  typeNames,
  type BrowserWorld,
  type LargeDataset,
} from "../browser/world.ts";
import type { ReferencePage } from "../browser/reference-page/page.ts";
import { median } from "../measure.ts";
import type { Row } from "../row.ts";

const mostSteps = 20;
const rounds = 2;
const openPatienceMs = 300_000;

interface Shown {
  readonly openMs: number;
  readonly stepMs: number;
  readonly filterMs: number;
  readonly megabytes: number | undefined;
  readonly longestTaskMs: number;
  readonly domNodes: number;
}

type Contestant = "viewer" | "svg" | "canvas";
const peerNames = { svg: "an SVG shape each", canvas: "a Canvas2D shape each" } as const;

/** Notes when the first frame with its boxes was drawn, and how long tasks of the page were. */
function watchOpening(): void {
  const notes = { drawnAt: 0, longestTask: 0 };
  Object.assign(globalThis, { openingNotes: notes });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.longestTask = Math.max(notes.longestTask, duration);
  }).observe({ type: "longtask", buffered: true });
  const look = (): void => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas");
    // The picture alone is one draw call.
    const isDrawn =
      (canvas?.frameStatistics?.drawCallsOfFrame ?? 0) > 1 ||
      (globalThis as { referencePage?: ReferencePage }).referencePage !== undefined;
    if (isDrawn) notes.drawnAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

export async function measureShown(world: BrowserWorld, dataset: LargeDataset, who: Contestant): Promise<Shown> {
  const bench = await openBenchPage();
  try {
    const { page } = bench;
    await enter(page, world);
    await page.addInitScript(watchOpening);
    const address =
      who === "viewer"
        ? `${world.url}/viewer/${dataset.id}`
        : `${await serveReferencePage(page, world)}?dataset=${dataset.id}&token=${world.token}&shapes=${who}`;
    await page.goto(address);
    const notes = () =>
      page.evaluate(
        () => (globalThis as unknown as { openingNotes: { drawnAt: number; longestTask: number } }).openingNotes,
      );
    await page.waitForFunction(
      () => (globalThis as unknown as { openingNotes: { drawnAt: number } }).openingNotes.drawnAt > 0,
      undefined,
      { timeout: openPatienceMs, polling: 100 },
    );
    await page.waitForTimeout(1000);
    progress(`${who} is open`);
    const { drawnAt, longestTask } = await notes();
    const megabytes = await bench.pageMegabytes();
    const steps = Math.min(mostSteps, dataset.frameCount - 1);
    const { stepMs, filterMs } =
      who === "viewer" ? await workInViewer(bench, steps) : await workInReference(page, steps);
    progress(`${who} has stepped and filtered`);
    const domNodes = await page.evaluate(() => document.querySelectorAll("*").length);
    return { openMs: drawnAt, stepMs, filterMs, megabytes, longestTaskMs: longestTask, domNodes };
  } finally {
    await bench.close();
  }
}

/** Forward over pictures that have been seen, one step after the other, each until it is drawn and the next frame begins. */
async function workInViewer({ page }: BenchPage, steps: number): Promise<{ stepMs: number; filterMs: number }> {
  await page.locator("[data-testid=canvas] canvas").focus();
  const walk = async (key: string): Promise<number> =>
    await page.evaluate(
      async ([name, count]) => {
        const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas")!;
        const field = document.querySelector<HTMLInputElement>("[data-testid=frame] input")!;
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const begin = performance.now();
        for (let step = 0; step < count; step++) {
          const { frames } = canvas.frameStatistics!;
          const { value } = field;
          canvas.dispatchEvent(
            new KeyboardEvent("keydown", { key: name, code: name, bubbles: true, cancelable: true }),
          );
          do await nextFrame();
          while (canvas.frameStatistics!.frames === frames || field.value === value);
        }
        return (performance.now() - begin) / count;
      },
      [key, steps] as const,
    );
  const stepTimes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const forward = await walk("ArrowRight");
    await walk("ArrowLeft");
    if (round > 0) stepTimes.push(forward);
  }
  const filterMs = await page.evaluate(
    async ([types, count]) => {
      const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas")!;
      const box = document.querySelector<HTMLInputElement>(`[data-type="${types[0]}"] input[type=checkbox]`)!;
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      for (let round = 0; round < count * 2; round++) {
        const { frames } = canvas.frameStatistics!;
        const begin = performance.now();
        box.click();
        do await nextFrame();
        while (canvas.frameStatistics!.frames === frames);
        times.push(performance.now() - begin);
        for (let rest = 0; rest < 20; rest++) await nextFrame();
      }
      return times.toSorted((a, b) => a - b)[times.length >> 1]!;
    },
    [typeNames, rounds] as const,
  );
  return { stepMs: median(stepTimes), filterMs };
}

async function workInReference(page: Page, steps: number): Promise<{ stepMs: number; filterMs: number }> {
  const walk = async (from: number, by: number): Promise<number> =>
    await page.evaluate(
      async ([first, direction, count]) => {
        const reference = (globalThis as unknown as { referencePage: ReferencePage }).referencePage;
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const begin = performance.now();
        for (let step = 1; step <= count; step++) {
          await reference.show(first + step * direction);
          await nextFrame();
        }
        return (performance.now() - begin) / count;
      },
      [from, by, steps] as const,
    );
  const stepTimes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const forward = await walk(0, 1);
    await walk(steps, -1);
    if (round > 0) stepTimes.push(forward);
  }
  const filterMs = await page.evaluate(
    async ([types, count]) => {
      const reference = (globalThis as unknown as { referencePage: ReferencePage }).referencePage;
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      for (let round = 0; round < count * 2; round++) {
        const begin = performance.now();
        reference.showTypes(round % 2 === 0 ? types.slice(1) : types);
        await nextFrame();
        await nextFrame();
        times.push(performance.now() - begin);
      }
      return times.toSorted((a, b) => a - b)[times.length >> 1]!;
    },
    [typeNames, rounds] as const,
  );
  return { stepMs: median(stepTimes), filterMs };
}

function progress(text: string): void {
  if (process.stderr.isTTY || process.env["WAKELINE_BENCH_PROGRESS"] !== undefined) process.stderr.write(`${text}\n`);
}

/** One world for all rows of a run. */
const shownOf = new WeakMap<BenchContext, Promise<ReadonlyMap<Contestant, Shown>>>();

async function measureAll(context: BenchContext): Promise<ReadonlyMap<Contestant, Shown>> {
  const world = await openBrowserWorld();
  try {
    const dataset = await createLargeDataset(world, context.size);
    const measured = new Map<Contestant, Shown>();
    for (const who of ["viewer", "svg", "canvas"] as const) {
      measured.set(who, await measureShown(world, dataset, who));
    }
    return measured;
  } finally {
    await world.close();
  }
}

function shown(context: BenchContext): Promise<ReadonlyMap<Contestant, Shown>> {
  let measured = shownOf.get(context);
  if (measured === undefined) shownOf.set(context, (measured = measureAll(context)));
  return measured;
}

/** Peer's time / ours; of memory ours / the peer's. */
function rowsOf(
  name: string,
  unit: string,
  measured: ReadonlyMap<Contestant, Shown>,
  valueOf: (one: Shown) => number | undefined,
  goal: Row["goal"],
  isMemory = false,
): readonly Row[] {
  const ours = measured.get("viewer");
  const value = ours && valueOf(ours);
  if (value === undefined) return [];
  return (["svg", "canvas"] as const).flatMap((who) => {
    const peer = measured.get(who);
    const theirs = peer && valueOf(peer);
    if (theirs === undefined) return [];
    const ratio = isMemory ? value / theirs : theirs / value;
    return [{ name: `${name} (${loadText()})`, value, unit, peer: peerNames[who], ratio, ...(goal && { goal }) }];
  });
}

const opening: Bench = {
  name: "viewer, open",
  run: async (context) =>
    rowsOf("viewer: open to the first frame drawn", "ms", await shown(context), (one) => one.openMs, {
      of: "ratio",
      least: 8,
    }),
};

const stepping: Bench = {
  name: "viewer, frame step",
  run: async (context) =>
    rowsOf("viewer: a frame step, 5000 boxes", "ms", await shown(context), (one) => one.stepMs, {
      of: "ratio",
      least: 5,
    }),
};

const filtering: Bench = {
  name: "viewer, type filter",
  run: async (context) =>
    rowsOf("viewer: a type filter over all tracks", "ms", await shown(context), (one) => one.filterMs, {
      of: "ratio",
      least: 10,
    }),
};

const remembering: Bench = {
  name: "viewer, memory",
  run: async (context) =>
    rowsOf(
      "viewer: memory of the page's process",
      "MB",
      await shown(context),
      (one) => one.megabytes,
      { of: "ratio", most: 1 / 3 },
      true,
    ),
};

const longestTask: Bench = {
  name: "viewer, longest task",
  async run(context) {
    const ours = (await shown(context)).get("viewer");
    const name = `viewer: longest task while it opens (${loadText()})`;
    return [
      { name, value: ours?.longestTaskMs ?? NaN, unit: "ms", goal: { of: "value", most: 50 } },
      { name: "viewer: DOM nodes", value: ours?.domNodes ?? NaN, unit: "" },
    ];
  },
};

export const viewerBenches: readonly Bench[] = [opening, stepping, filtering, remembering, longestTask];
