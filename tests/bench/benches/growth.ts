/** How cost grows: inputs of 1x, 2x, 4x and 8x against the best fitting straight line. */
import { type AnnotationCore, createCore, type WritingPieces } from "#core";
import type { Bench, BenchContext } from "../context.ts";
import { measure } from "../measure.ts";
import { pieceTaker } from "../piece-taker.ts";

const factors = [1, 2, 4, 8] as const;

interface Work {
  readonly bytes: number;
  readonly run: () => unknown;
}

const growth = (what: string, prepare: (context: BenchContext, size: number) => Work | Promise<Work>): Bench => ({
  name: `growth, ${what}`,
  async run(context) {
    const works = await Promise.all(factors.map((factor) => prepare(context, Math.round((context.size * factor) / 8))));
    const contestants = new Map(works.map(({ run }, i) => [String(i), { run }]));
    const times = await measure(contestants, 9);
    // Time added by a busy machine is not growth of the core.
    const points = works.map(({ bytes }, i) => ({ bytes, ms: times.get(String(i))?.minCpu ?? NaN }));
    const value = farthestFromLine(points) * 100;
    return [{ name: `growth, ${what}: off a line by`, value, unit: "%", goal: { of: "value", max: 10 } }];
  },
});

/** Largest relative distance from the line a + b x with the best relative fit. */
function farthestFromLine(points: readonly { readonly bytes: number; readonly ms: number }[]): number {
  // Least squares of (a + b x) / y - 1, so that the small inputs weigh as much as the large ones.
  let [uu, uv, vv, u1, v1] = [0, 0, 0, 0, 0];
  for (const { bytes, ms } of points) {
    const u = 1 / ms;
    const v = bytes / ms;
    uu += u * u;
    uv += u * v;
    vv += v * v;
    u1 += u;
    v1 += v;
  }
  const determinant = uu * vv - uv * uv;
  const a = (u1 * vv - v1 * uv) / determinant;
  const b = (v1 * uu - u1 * uv) / determinant;
  return Math.max(...points.map(({ bytes, ms }) => Math.abs((a + b * bytes) / ms - 1)));
}

const reading = (what: string, bytesOf: (context: BenchContext, size: number) => Uint8Array, read: Reader): Bench =>
  growth(what, (context, size) => {
    const bytes = bytesOf(context, size);
    return { bytes: bytes.length, run: () => read(context.core, bytes) };
  });

type Reader = (core: AnnotationCore, bytes: Uint8Array) => unknown;

const readCsv: Reader = (core, bytes) => core.reader.readViameCsv(bytes);
const readJson: Reader = (core, bytes) => core.reader.readDiveJson(bytes);

/** In pieces: writing a whole file would also measure how the system provides fresh memory. */
const writing = (what: string, write: (core: AnnotationCore) => WritingPieces): Bench =>
  growth(what, async (context, size) => {
    // A separate core for each size: reading again before each round would measure the effect on caches.
    const core = await createCore();
    core.reader.readDiveJson(context.json("plain", size));
    const take = pieceTaker();
    const run = (): number => take(write(core));
    return { bytes: run(), run };
  });

export const growthBenches: readonly Bench[] = [
  reading("read VIAME CSV", (context, size) => context.csv("plain", size), readCsv),
  reading("read VIAME CSV, rows by frame", (context, size) => context.csv("by frame", size), readCsv),
  reading("read DIVE JSON", (context, size) => context.json("plain", size), readJson),
  writing("write VIAME CSV", (core) => core.writer.writeViameCsvPieces({ mediaType: "large-image", dialect: "plain" })),
  writing("write DIVE JSON", (core) => core.writer.writeDiveJsonPieces({ style: "compact" })),
];
