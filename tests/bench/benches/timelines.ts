/** The event timeline with 20,000 tracks, dragged through time, compared with an SVG group per track. */
import { extname } from "node:path";
import { bundlePage } from "../../support/page-bundle.ts";
import { loadText, openBenchPage } from "../browser/bench-browser.ts";
import type { TimelinePage } from "../browser/timeline-page/page.ts";
import type { Bench } from "../context.ts";
import { median } from "../measure.ts";
import type { Row } from "../row.ts";

const trackCount = 20_000;
const origin = "http://timelines.invalid";
const steps = 20;
const contentTypes: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

interface Moved {
  /** Milliseconds from one displayed window to the next. */
  readonly wide: number;
  readonly narrow: number;
}

async function move(kind: "lane" | "svg", files: ReadonlyMap<string, Uint8Array>): Promise<Moved> {
  const bench = await openBenchPage();
  try {
    const { page } = bench;
    await page.route(`${origin}/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.slice(1);
      const content = files.get(path);
      const contentType = contentTypes[extname(path)] ?? "application/octet-stream";
      await route.fulfill(content === undefined ? { status: 404 } : { contentType, body: Buffer.from(content) });
    });
    await page.goto(`${origin}/index.html?kind=${kind}&tracks=${trackCount}`);
    await page.waitForFunction(() => globalThis.timelinePage !== undefined, undefined, { timeout: 120_000 });
    const walk = async (share: number): Promise<number> =>
      median(
        await page.evaluate(
          async ([part, count]) => {
            const { frameCount, show } = globalThis.timelinePage as TimelinePage;
            const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
            const span = frameCount * part;
            const times: number[] = [];
            // The first ones warm up.
            for (let step = -3; step < count; step++) {
              const first = ((frameCount - span) * (step + 3)) / (count + 3);
              const begin = performance.now();
              show(first, first + span);
              // Painted when the next frame but one begins.
              await nextFrame();
              await nextFrame();
              if (step >= 0) times.push(performance.now() - begin);
            }
            return times;
          },
          [share, steps] as const,
        ),
      );
    return { wide: await walk(0.9), narrow: await walk(0.02) };
  } finally {
    await bench.close();
  }
}

const dragging: Bench = {
  name: "timeline, 20000 tracks",
  async run() {
    const files = await bundlePage(new URL("../browser/timeline-page/", import.meta.url).pathname);
    const ours = await move("lane", files);
    const theirs = await move("svg", files);
    const row = (name: string, value: number, peer: number): Row => ({
      name: `timeline: ${name}, 20000 tracks (${loadText()})`,
      value,
      unit: "ms",
      peer: "an SVG group each",
      ratio: peer / value,
      goal: { of: "ratio", min: 10 },
    });
    return [
      row("a step with nearly all frames in view", ours.wide, theirs.wide),
      row("a step with 400 frames in view", ours.narrow, theirs.narrow),
    ];
  },
};

export const timelineBenches: readonly Bench[] = [dragging];
