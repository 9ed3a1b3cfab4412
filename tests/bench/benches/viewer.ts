/**
 * The viewer in a real browser, compared with a page that stores and draws annotations as web tools in this field do:
 * an object per detection, an interval tree, a shape per box (`browser/reference-page`). Same server, same data, same
 * pictures.
 *
 * Steps and filters are reported in total, until the frame is displayed, and the share of the page's main thread: the
 * rest is computing pixels, done here by the processor and elsewhere by a graphics card.
 */
import type { Bench, BenchContext } from "../context.ts";
import { loadText, openBenchPage, type BenchPage } from "../browser/bench-browser.ts";
import { createLargeDataset, openBrowserWorld, references, boxesPerFrame } from "../browser/world.ts";
import type { BrowserWorld, Contestant, LargeDataset, Reference } from "../browser/world.ts";
import { measureOpening, openShown, waitForImage, type OpeningNotes } from "../browser/opening.ts";
import { measureMemory } from "../browser/page-memory.ts";
import { measureFloor } from "../browser/floor.ts";
import { measureOpeningFloor } from "../browser/opening-floor.ts";
import { walkInViewer } from "../browser/walk.ts";
import type { ReferencePage } from "../browser/reference-page/page.ts";
import { median } from "../measure.ts";
import type { Row } from "../row.ts";

const maxSteps = 20;
const rounds = 2;

/** Milliseconds until it is displayed, and the share of the page's main thread. */
interface Spent {
  readonly wholeMs: number;
  readonly pageMs: number;
}

/** For a filter. */
interface Filtered extends Spent {
  /** Until nothing on the page changes any longer: lists, counts and timelines are updated too. */
  readonly settledMs: number;
}

interface Work {
  readonly step: Spent;
  /** The same for a page that draws such a picture and nothing else. */
  readonly floorMs: number | undefined;
  readonly filter: Filtered;
}

interface Opened {
  readonly stored: OpeningNotes;
  /** If the server has an image of the set; the reference page opens it as before. */
  readonly byImage: OpeningNotes | undefined;
  /** Milliseconds of a page that fetches the image and does nothing else. */
  readonly floorMs: number | undefined;
}

interface Remembered {
  /** Opened by pages of tracks, as in browsers that do not support images; the reference page has only one way. */
  readonly megabytes: number | undefined;
  readonly byImage: number | undefined;
}

const peers = Object.keys(references) as Reference[];
const contestants: readonly Contestant[] = ["viewer", ...peers];
const peerNames = { svg: "an SVG shape each", canvas: "a Canvas2D shape each" } as const;

async function measureWork(world: BrowserWorld, dataset: LargeDataset, who: Contestant): Promise<Work> {
  const bench = await openBenchPage();
  try {
    await openShown(bench.page, world, dataset, who);
    const steps = Math.min(maxSteps, dataset.frameCount - 1);
    return who === "viewer" ? await workInViewer(bench, steps) : await workInReference(bench, steps);
  } finally {
    await bench.close();
  }
}

/** The median of what `act` measures in the page, and the least main-thread time of one of them. */
async function measureRounds(
  { pageMs }: BenchPage,
  act: () => Promise<number>,
  actions: number,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Spent> {
  const times: number[] = [];
  const worked: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = await pageMs();
    const time = await act();
    const spent = ((await pageMs()) - before) / actions;
    await between();
    // The first round warms up.
    if (round === 0) continue;
    times.push(time);
    worked.push(spent);
  }
  return { wholeMs: median(times), pageMs: Math.min(...worked) };
}

/** Steps forward over pictures already seen, each until it is drawn and the next frame begins. */
async function workInViewer(bench: BenchPage, steps: number): Promise<Work> {
  const { page } = bench;
  await page.locator("[data-testid=canvas] canvas[role=img]").focus();
  const step = await measureRounds(
    bench,
    () => walkInViewer(page, "ArrowRight", steps),
    steps,
    () => walkInViewer(page, "ArrowLeft", steps),
  );
  const canvas = await page.locator("[data-testid=canvas] canvas[role=img]").first().boundingBox();
  const filter = await measureFilter(bench, () => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas")!;
    const { frames } = canvas.frameStatistics!;
    document.querySelector<HTMLInputElement>(`[data-type="fish"] input[type=checkbox]`)!.click();
    return () => canvas.frameStatistics!.frames !== frames;
  });
  const { width = 800, height = 600 } = canvas ?? {};
  const size = { width: Math.round(width), height: Math.round(height) };
  return { step, filter, floorMs: await measureFloor(page, { ...size, boxes: boxesPerFrame, steps }) };
}

/**
 * Shows and hides a type, the same on every page. `act` runs in the page and returns whether it has been drawn; drawn
 * content is displayed when the next animation frame begins. The page has settled one frame after its last change of
 * the document, including paintings of timelines.
 */
async function measureFilter(bench: BenchPage, act: () => () => boolean): Promise<Filtered> {
  const { page } = bench;
  // As text, which works on pages that forbid `eval`, too.
  await page.evaluate(`globalThis.filterOfBench = ${act.toString()}`);
  const settled: number[] = [];
  const click = async (): Promise<number> => {
    const measured = await page.evaluate(async (count) => {
      const begin = (globalThis as unknown as { filterOfBench(): () => boolean }).filterOfBench;
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const shownMs: number[] = [];
      const settledMs: number[] = [];
      for (let round = 0; round < count; round++) {
        let last = 0;
        const observer = new MutationObserver(() => {
          last = Infinity;
          requestAnimationFrame(() => requestAnimationFrame(() => (last = performance.now())));
        });
        const began = performance.now();
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const isDrawn = begin();
        do await nextFrame();
        while (!isDrawn());
        await nextFrame();
        const shown = performance.now();
        shownMs.push(shown - began);
        do await new Promise((resolve) => setTimeout(resolve, 300));
        while (performance.now() - last < 300);
        observer.disconnect();
        settledMs.push(Math.max(shown, last) - began);
      }
      const middle = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]!;
      return { shown: middle(shownMs), settled: middle(settledMs) };
    }, 2 * rounds);
    settled.push(measured.settled);
    return measured.shown;
  };
  const spent = await measureRounds(bench, click, 2 * rounds);
  // The first round warms up.
  return { ...spent, settledMs: median(settled.slice(1)) };
}

async function workInReference(bench: BenchPage, steps: number): Promise<Work> {
  const { page } = bench;
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
  const step = await measureRounds(
    bench,
    () => walk(0, 1),
    steps,
    () => walk(steps, -1),
  );
  const filter = await measureFilter(bench, () => {
    const reference = (globalThis as unknown as { referencePage: ReferencePage & { isFiltered?: boolean } })
      .referencePage;
    reference.isFiltered = reference.isFiltered !== true;
    const types = ["fish", "shark", "eelgrass", "crab"];
    reference.showTypes(reference.isFiltered ? types.slice(1) : types);
    return () => true;
  });
  return { step, filter, floorMs: undefined };
}

function progress(text: string): void {
  if (process.stderr.isTTY || process.env["WAKELINE_BENCH_PROGRESS"] !== undefined) process.stderr.write(`${text}\n`);
}

type Of<Measured> = ReadonlyMap<Contestant, Measured>;

interface Measurements {
  readonly opened: () => Promise<Of<Opened>>;
  readonly work: () => Promise<Of<Work>>;
  readonly remembered: () => Promise<Of<Remembered>>;
}

/** One world for all rows of a run, and each part measured once, when its first row needs it. */
const measurementsOf = new WeakMap<BenchContext, Measurements>();

function measurements(context: BenchContext): Measurements {
  const known = measurementsOf.get(context);
  if (known !== undefined) return known;
  const world = once(async () => {
    const opened = await openBrowserWorld();
    context.atEnd(() => opened.close());
    return { world: opened, dataset: await createLargeDataset(opened, context.size) };
  });
  const ofEach = <Measured>(
    measure: (world: BrowserWorld, dataset: LargeDataset, who: Contestant) => Promise<Measured>,
  ) =>
    once(async (): Promise<Of<Measured>> => {
      const measured = new Map<Contestant, Measured>();
      const { world: opened, dataset } = await world();
      for (const who of contestants) {
        measured.set(who, await measure(opened, dataset, who));
        progress(`${who}: ${JSON.stringify(measured.get(who))}, ${loadText()}`);
      }
      return measured;
    });
  const made: Measurements = {
    opened: ofEach(async (opened, dataset, who) => {
      const stored = await measureOpening(opened, dataset, who);
      if (who !== "viewer") return { stored, byImage: stored, floorMs: undefined };
      const hasImage = await waitForImage(opened, dataset);
      const byImage = hasImage && (await measureOpening(opened, dataset, who));
      return { stored, byImage, floorMs: hasImage && (await measureOpeningFloor(opened, dataset)) };
    }),
    work: ofEach(measureWork),
    remembered: ofEach(async (opened, dataset, who) => {
      const megabytes = await measureMemory(opened, dataset, who, false);
      if (who !== "viewer") return { megabytes, byImage: megabytes };
      return {
        megabytes,
        byImage: (await waitForImage(opened, dataset)) && (await measureMemory(opened, dataset, who, true)),
      };
    }),
  };
  measurementsOf.set(context, made);
  return made;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

/**
 * Peer's time / ours; for memory ours / the peer's. Goals compare with the reference page that has the same parts;
 * ratios to the one with shapes only are for information.
 */
function rowsOf<Measured>(
  name: string,
  unit: string,
  measured: Of<Measured>,
  valueOf: (one: Measured) => number | undefined,
  goal: Row["goal"],
  isMemory = false,
): readonly Row[] {
  const ours = measured.get("viewer");
  const value = ours && valueOf(ours);
  if (value === undefined) return [];
  return peers.flatMap((who) => {
    const peer = measured.get(who);
    const theirs = peer && valueOf(peer);
    if (theirs === undefined) return [];
    const ratio = isMemory ? value / theirs : theirs / value;
    const { shapes, parts } = references[who];
    const hasSameParts = parts === "all";
    const peerName = `${peerNames[shapes]}${hasSameParts ? "" : ", nothing else"}`;
    const judged = hasSameParts && goal !== undefined ? { goal } : {};
    return [{ name: `${name} (${loadText()})`, value, unit, peer: peerName, ratio, ...judged }];
  });
}

/** The total time, which the goal is about, and the page's own share. */
function timeRows(name: string, measured: Of<Work>, spentOf: (one: Work) => Spent, min: number): readonly Row[] {
  return [
    ...rowsOf(name, "ms", measured, (one) => spentOf(one).wholeMs, { of: "ratio", min }),
    ...rowsOf(`${name}: main thread`, "ms", measured, (one) => spentOf(one).pageMs, undefined),
  ];
}

const opening: Bench = {
  name: "viewer, open",
  run: async (context) => {
    const measured = await measurements(context).opened();
    const [name, goal] = ["viewer: open", { of: "ratio", min: 8 }] as const;
    const ways = [
      ["just stored", ({ stored }: Opened) => stored],
      ["by the server's image", ({ byImage }: Opened) => byImage],
    ] as const;
    const rows = ways.flatMap(([way, notesOf]) => [
      ...rowsOf(`${name} to the first frame drawn, ${way}`, "ms", measured, (one) => notesOf(one)?.drawnAt, goal),
      ...rowsOf(
        `${name} until lists and timelines are there, ${way}`,
        "ms",
        measured,
        (one) => notesOf(one)?.completeAt,
        undefined,
      ),
    ]);
    const floorMs = measured.get("viewer")?.floorMs;
    const floor: Row[] =
      floorMs === undefined ? [] : [{ name: `${name}: the image alone (${loadText()})`, value: floorMs, unit: "ms" }];
    return [...rows, ...floor];
  },
};

const stepping: Bench = {
  name: "viewer, frame step",
  async run(context) {
    const measured = await measurements(context).work();
    const name = "viewer: a frame step, 5000 boxes";
    const floorMs = measured.get("viewer")?.floorMs;
    const floor: Row[] =
      floorMs === undefined ? [] : [{ name: `${name}: WebGL alone (${loadText()})`, value: floorMs, unit: "ms" }];
    return [...timeRows(name, measured, ({ step }) => step, 5), ...floor];
  },
};

const filtering: Bench = {
  name: "viewer, type filter",
  async run(context) {
    const measured = await measurements(context).work();
    const name = "viewer: a type filter over all tracks";
    return [
      ...timeRows(name, measured, ({ filter }) => filter, 10),
      ...rowsOf(`${name}: until all has settled`, "ms", measured, ({ filter }) => filter.settledMs, {
        of: "ratio",
        min: 10,
      }),
    ];
  },
};

const remembering: Bench = {
  name: "viewer, memory",
  run: async (context) => {
    const measured = await measurements(context).remembered();
    const [name, goal] = ["viewer: memory of the page's process", { of: "ratio", max: 1 / 3 }] as const;
    return [
      ...rowsOf(`${name}, by pages of tracks`, "MB", measured, ({ megabytes }) => megabytes, goal, true),
      ...rowsOf(`${name}, by the server's image`, "MB", measured, ({ byImage }) => byImage, goal, true),
    ];
  },
};

const longestTask: Bench = {
  name: "viewer, longest task",
  async run(context) {
    const ours = (await measurements(context).opened()).get("viewer");
    if (ours === undefined) return [];
    const { domNodes, ...loading } = ours.stored;
    const load = loadText();
    return [
      {
        name: `viewer: longest task while detections load (${load})`,
        value: loading.longestLoading,
        unit: "ms",
        goal: { of: "value", max: 50 },
      },
      { name: `viewer: longest task while it is put together (${load})`, value: loading.longestMounting, unit: "ms" },
      { name: "viewer: DOM nodes", value: domNodes, unit: "" },
    ];
  },
};

export const viewerBenches: readonly Bench[] = [opening, stepping, filtering, remembering, longestTask];
