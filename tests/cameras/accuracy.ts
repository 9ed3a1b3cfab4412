/**
 * The tables of docs/accuracy.md: alignment in time, measuring with two cameras and registration of their pictures, on
 * synthetic cameras with known ground truth. Run as a script, it writes them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import {
  createStereoRig,
  createTransformSolver,
  transformPoint,
  transformTypes,
  type Seen,
  type StereoRig,
  type TransformType,
} from "#core";
import {
  add,
  lengthOf,
  project,
  readRig,
  toOther,
  type Point2,
  type Rig,
  type Vector,
} from "../../core-wasm/host/testing/naive-rig.ts";
import { alignByTime } from "../../web/media/alignment.ts";

export const accuracyPage = new URL("../../docs/accuracy.md", import.meta.url);
const [begin, end] = ["<!-- tables -->", "<!-- end of tables -->"];

/** The page with these tables replacing the existing ones. */
export function withTables(page: string, tables: string): string {
  return `${page.slice(0, page.indexOf(begin) + begin.length)}\n\n${tables}\n${page.slice(page.indexOf(end))}`;
}

export async function accuracyTables(): Promise<string> {
  return [
    "### Alignment in time\n",
    table(
      ["camera", "began after", "slots", "mean off, frames", "most off, frames", "dropped, nothing nearer"],
      alignmentRows(),
    ),
    "\n### Epipolar line\n",
    table(["from", "points", "mean off, px", "most off, px"], await lineRows()),
    "\n### Length\n",
    table(
      [
        ...["distance", "length", "points hit within", "mean error", "standard deviation", "said uncertainty"],
        "least possible",
      ],
      await lengthRows(),
    ),
    "\n### Registration\n",
    table(
      ["points", "found within", "translation", "rigid", "similarity", "affine", "homography"],
      await registrationRows(),
    ),
  ].join("\n");
}

// ----------------------------------------------------------------------------------------------------------- alignment

const films = [
  { name: "24 fps", fps: 24, offset: 0 },
  { name: "25 fps", fps: 25, offset: 3.217 },
  { name: "29.97 fps", fps: 30_000 / 1001, offset: 7 },
  { name: "30 fps", fps: 30, offset: 1.004 },
] as const;

/** 40 s each, 3 % of the pictures dropped. */
function alignmentRows(): string[][] {
  const cameras = films.map(({ fps, offset }, index) => {
    const random = randomOf(index + 1);
    const own = Array.from({ length: Math.round(fps * 40) }, (_, picture) => picture / fps);
    const kept = own.filter((_, picture) => picture === 0 || random() >= 0.03);
    const pictures = { frameCount: kept.length, fps, secondsAt: (frame: number) => kept[frame] ?? Number.NaN };
    return { pictures, clock: { offset, drift: 0 } };
  });
  const aligned = alignByTime(cameras);
  return films.map(({ name, fps, offset }, index) => {
    const { pictures } = cameras[index] as (typeof cameras)[number];
    const offs: number[] = [];
    let gaps = 0;
    for (let slot = 0; slot < aligned.slotCount; slot += 1) {
      const frame = aligned.frameAt(index, slot);
      if (frame === undefined) continue;
      const off = Math.abs(pictures.secondsAt(frame) + offset - aligned.secondsAt(slot)) * fps;
      if (off > 0.5 + 1e-6) gaps += 1;
      else offs.push(off);
    }
    const max = Math.max(...offs);
    return [
      ...[name, `${offset} s`, String(offs.length + gaps)],
      ...[mean(offs).toFixed(2), max.toFixed(2), `${((100 * gaps) / (offs.length + gaps)).toFixed(1)} %`],
    ];
  });
}

// -------------------------------------------------------------------------------------------------------------- stereo

const size = { width: 1920, height: 1080 };
/** Millimetres: 300 between the cameras, the right one turned inwards by 0.06 rad; lenses as of underwater cameras. */
const calibration = {
  R: [Math.cos(0.06), 0, Math.sin(0.06), 0, 1, 0, -Math.sin(0.06), 0, Math.cos(0.06)],
  T: [-300, 4, -11],
  calibrations: {
    left: { fx: 1420, fy: 1415, cx: 951, cy: 548, k1: -0.21, k2: 0.09, k3: -0.012, p1: 8e-4, p2: -5e-4 },
    right: { fx: 1431, fy: 1428, cx: 968, cy: 533, k1: 0.18, k2: 0.05, p1: -3e-4, p2: 6e-4 },
  },
};
const truth = readRig(calibration) as Rig;
const rigOf = async (): Promise<StereoRig> => (await createStereoRig(calibration)) as StereoRig;

const seenAt = (point: Vector): Seen => ({
  left: project(truth.left, point),
  right: project(truth.right, toOther(truth, "left", point)),
});

function pointsInSight(count: number, seed: number): readonly Vector[] {
  const random = randomOf(seed);
  const points: Vector[] = [];
  while (points.length < count) {
    const z = 700 + random() * 4300;
    const point: Vector = [(random() - 0.45) * z, (random() - 0.5) * 0.7 * z, z];
    const { left, right } = seenAt(point);
    if ([left, right].every(([x, y]) => x > 0 && y > 0 && x < size.width && y < size.height)) points.push(point);
  }
  return points;
}

async function lineRows(): Promise<string[][]> {
  const rig = await rigOf();
  const points = pointsInSight(500, 7);
  return (["left", "right"] as const).map((from) => {
    const offs = points.map((point) => {
      const seen = seenAt(point);
      return distanceTo(rig.epipolarLine(from, seen[from], size), seen[from === "left" ? "right" : "left"]);
    });
    return [from, String(points.length), mean(offs).toFixed(3), Math.max(...offs).toFixed(3)];
  });
}

async function lengthRows(): Promise<string[][]> {
  const rig = await rigOf();
  const rows: string[][] = [];
  for (const distance of [1000, 2000, 4000, 8000]) {
    for (const hit of [0, 0.25, 1]) {
      const random = randomOf(distance + Math.round(hit * 100));
      /** Standard normal distribution (Box-Muller). */
      const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const off = ([x, y]: Point2): Point2 => [x + hit * normal(), y + hit * normal()];
      const noisy = (point: Vector): Seen => ({ left: off(seenAt(point).left), right: off(seenAt(point).right) });
      const head: Vector = [-120, 30, distance];
      const span: Vector = [300, 60, 40];
      const tail = add(head, span);
      const rounds = hit === 0 ? 1 : 400;
      const measured = Array.from({ length: rounds }, () => rig.measure(noisy(head), noisy(tail), hit));
      const lengths = measured.map((one) => one?.length ?? Number.NaN);
      const average = mean(lengths);
      const deviation = Math.sqrt(mean(lengths.map((one) => (one - average) ** 2)));
      const error = (100 * (average - lengthOf(span))) / lengthOf(span);
      rows.push([
        ...[`${distance / 1000} m`, `${lengthOf(span).toFixed(1)} mm`, `${hit} px`],
        ...[`${Math.abs(error) < 0.005 ? "0.00" : error.toFixed(2)} %`, `${deviation.toFixed(1)} mm`],
        `${(rig.measure(seenAt(head), seenAt(tail), hit)?.uncertainty ?? Number.NaN).toFixed(1)} mm`,
        `${minDeviation(head, tail, hit).toFixed(1)} mm`,
      ]);
    }
  }
  return rows;
}

/**
 * The Cramer-Rao bound of the length: no unbiased estimate from the same four points varies less. From the projections
 * alone, differentiated numerically.
 */
function minDeviation(head: Vector, tail: Vector, pixels: number): number {
  const along = ([0, 1, 2] as const).map((axis) => tail[axis] - head[axis]) as unknown as Vector;
  const share = 1 / lengthOf(along);
  const variances = [head, tail].map((point) => {
    const slopes = ([0, 1, 2] as const).map((axis) => {
      const moved = (by: number) => seenAt(point.map((value, at) => (at === axis ? value + by : value)) as never);
      const [more, less] = [moved(0.01), moved(-0.01)];
      return [...more.left, ...more.right].map(
        (value, at) => (value - ([...less.left, ...less.right][at] ?? 0)) / 0.02,
      );
    });
    const information = slopes.map((a) =>
      slopes.map((b) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)),
    );
    // The inverse, by cofactors.
    const at = (row: number, column: number): number => information[row % 3]?.[column % 3] ?? 0;
    const cofactor = (row: number, column: number): number =>
      at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
    const determinant = [0, 1, 2].reduce((sum, column) => sum + at(0, column) * cofactor(0, column), 0);
    let variance = 0;
    for (const row of [0, 1, 2] as const) {
      for (const column of [0, 1, 2] as const) {
        variance += (along[row] * share * along[column] * share * cofactor(column, row)) / determinant;
      }
    }
    return variance;
  });
  return pixels * Math.sqrt(variances.reduce((sum, value) => sum + value, 0));
}

// -------------------------------------------------------------------------------------------------------- registration

/** The view of a plane from another camera: points mapped by a transform of each type, for pictures of 640 by 480. */
const taken: Readonly<Record<TransformType, (point: Point2) => Point2>> = {
  translation: ([x, y]) => [x + 31, y - 12],
  rigid: ([x, y]) => [0.98 * x - Math.sqrt(1 - 0.98 ** 2) * y + 20, Math.sqrt(1 - 0.98 ** 2) * x + 0.98 * y - 9],
  similarity: ([x, y]) => [1.2 * x - 0.3 * y + 20, 0.3 * x + 1.2 * y - 9],
  affine: ([x, y]) => [1.1 * x + 0.2 * y + 5, -0.1 * x + 0.8 * y + 40],
  homography: ([x, y]) => {
    const w = 1 + 3e-4 * x - 2e-4 * y;
    return [(1.05 * x + 0.1 * y + 12) / w, (-0.05 * x + 0.95 * y + 8) / w];
  },
};

/** How far, on average, points all over the picture are mapped from their true position. */
async function registrationRows(): Promise<string[][]> {
  const solve = await createTransformSolver();
  const grid = Array.from({ length: 35 }, (_, at): Point2 => [(at % 7) * 100 + 20, Math.floor(at / 7) * 100 + 40]);
  return [4, 8, 16].flatMap((count) =>
    [0, 1].map((hit) => {
      const cells = transformTypes.map((type) => {
        const random = randomOf(count * 10 + hit + 1);
        const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
        const offs = Array.from({ length: 200 }, () => {
          // One in each corner, the others anywhere.
          const at = (index: number): Point2 =>
            index < 4 ? [index % 2 === 0 ? 60 : 580, index < 2 ? 50 : 430] : [40 + 560 * random(), 40 + 400 * random()];
          const pairs = Array.from({ length: count }, (_, index) => {
            const a = at(index);
            const [x, y] = taken[type](a);
            return { a, b: [x + hit * normal(), y + hit * normal()] as Point2 };
          });
          const found = solve(type, pairs);
          if (typeof found === "string") throw new Error(`${type} was refused: ${found}`);
          return mean(
            grid.map((point) => {
              const [x, y] = taken[type](point);
              const [fx, fy] = transformPoint(found.AtoB, point) ?? [Number.NaN, Number.NaN];
              return Math.hypot(fx - x, fy - y);
            }),
          );
        });
        return `${mean(offs).toFixed(2)} px`;
      });
      return [String(count), `${hit} px`, ...cells];
    }),
  );
}

function distanceTo(line: readonly Point2[], [x, y]: Point2): number {
  let min = Infinity;
  for (const [index, [ax, ay]] of line.entries()) {
    const [bx, by] = line[index + 1] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    min = Math.min(min, Math.hypot(ax + dx * share - x, ay + dy * share - y));
  }
  return min;
}

// --------------------------------------------------------------------------------------------------------------- helpers

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(accuracyPage, withTables(readFileSync(accuracyPage, "utf8"), await accuracyTables()));
}
