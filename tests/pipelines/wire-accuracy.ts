/**
 * How closely an outline that snaps to edges matches the true one, compared with straight lines through the same
 * clicks: on shapes of known outline over a textured ground. Run as a script, it prints the table for docs/accuracy.md.
 */
import { pathToFileURL } from "node:url";
import { imagePoint, type ImagePoint } from "../../web/base/brand.ts";
import type { Answer } from "../../web/base/prompt.ts";
import { createWireModel } from "../../web/assist/wire-model.ts";
import type { InputPicture } from "../../web/assist/assistant.ts";
import { piecesOfOutline } from "../../web/editor/tools/wire.ts";
import { seededRandom } from "../support/random.ts";

const [width, height] = [640, 480];
/** Maximum distance of clicks from the true outline, in each direction. */
const offPx = 2;

export interface Outlined {
  /** Overlap (intersection over union) with the true outline. */
  readonly wire: number;
  readonly straight: number;
  readonly points: number;
}

interface Painted {
  readonly rgb: Uint8Array;
  isIn(x: number, y: number): boolean;
  /** A point on the true outline, at an angle. */
  at(angle: number): readonly [x: number, y: number];
}

/** A lobed shape of one color over a ground, with or without bars; noise and slow changes of brightness. */
function paint(seed: number, hasBars: boolean): Painted {
  const random = seededRandom(seed);
  const [middleX, middleY, size] = [250 + 140 * random(), 190 + 100 * random(), 90 + 50 * random()];
  const lobes = [2, 3, 4, 5].map((turns) => ({
    turns,
    height: (0.24 * random()) / Math.sqrt(turns - 1),
    begin: 2 * Math.PI * random(),
  }));
  const radius = (angle: number): number =>
    size * lobes.reduce((sum, { turns, height: tall, begin }) => sum + tall * Math.sin(turns * angle + begin), 1);
  const isIn = (x: number, y: number): boolean =>
    Math.hypot(x - middleX, y - middleY) <= radius(Math.atan2(y - middleY, x - middleX));
  const [ground, skin] = [0, 1].map(() => [0, 1, 2].map(() => 60 + 120 * random()));
  // Always different: at least 45 steps apart in green.
  skin![1] = ground![1]! > 120 ? ground![1]! - 45 : ground![1]! + 45;
  const slow = [0, 1, 2, 3].map(() => ({ x: 0.05 * random(), y: 0.05 * random(), begin: 6 * random() }));
  const bars = Array.from({ length: hasBars ? 8 : 0 }, () => {
    const turn = Math.PI * random();
    return { x: Math.cos(turn), y: Math.sin(turn), at: 700 * random() - 100, wide: 6 + 20 * random() };
  });
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      // Edges are soft, as through a lens.
      const inside = [0.25, 0.75].flatMap((dx) => [0.25, 0.75].map((dy) => isIn(x + dx, y + dy)));
      const share = inside.filter(Boolean).length / inside.length;
      const isBar = bars.some((bar) => Math.abs(bar.x * x + bar.y * y - bar.at) < bar.wide);
      const wave = slow.reduce((sum, each) => sum + Math.sin(each.x * x + each.y * y + each.begin), 0) * 6;
      for (let color = 0; color < 3; color++) {
        const noise = (random() + random() + random() - 1.5) * 24;
        rgb[at + color] = Math.max(
          0,
          Math.min(255, (ground![color]! + (isBar ? 50 : 0)) * (1 - share) + skin![color]! * share + wave + noise),
        );
      }
    }
  }
  return { rgb, isIn, at: (a) => [middleX + radius(a) * Math.cos(a), middleY + radius(a) * Math.sin(a)] };
}

export function outlined(seed: number, clicks: number, hasBars = false): Outlined {
  const { rgb, isIn, at } = paint(seed, hasBars);
  const random = seededRandom(seed + 1000);
  const off = (): number => (2 * random() - 1) * offPx;
  const model = createWireModel((_, [x1, y1, x2, y2]) => {
    const part = new Uint8Array((x2 - x1) * (y2 - y1) * 3);
    for (let y = y1; y < y2; y++)
      part.set(rgb.subarray((y * width + x1) * 3, (y * width + x2) * 3), (y - y1) * (x2 - x1) * 3);
    return { width: x2 - x1, height: y2 - y1, rgb: part };
  });
  const picture: InputPicture = { image: { close: () => undefined } as ImageBitmap, width, height };
  const points = Array.from({ length: clicks }, (_, n): ImagePoint => {
    const [x, y] = at((2 * Math.PI * n) / clicks);
    return imagePoint(Math.round(x + off()), Math.round(y + off()));
  });
  const seen = model.encode(picture) as InputPicture;
  const ring = piecesOfOutline(points).flatMap(([from, to]) => {
    const [answer] = model.infer(seen, [{ kind: "path", from, to, tolerancePx: 1 }]) as readonly Answer[];
    return answer?.shape.kind === "polyline" ? answer.shape.points.slice(0, -1) : [from];
  });
  return { wire: shared(ring, isIn), straight: shared(points, isIn), points: ring.length };
}

function shared(ring: readonly ImagePoint[], isReal: (x: number, y: number) => boolean): number {
  let [both, either] = [0, 0];
  for (let y = 0; y < height; y++) {
    const crossings = ring
      .flatMap((a, n) => {
        const b = ring[(n + 1) % ring.length]!;
        const at = y + 0.5;
        return a.y > at !== b.y > at ? [a.x + ((at - a.y) / (b.y - a.y)) * (b.x - a.x)] : [];
      })
      .toSorted((a, b) => a - b);
    for (let x = 0; x < width; x++) {
      const isDrawn = crossings.filter((crossing) => crossing <= x + 0.5).length % 2 === 1;
      const real = isReal(x + 0.5, y + 0.5);
      both += isDrawn && real ? 1 : 0;
      either += isDrawn || real ? 1 : 0;
    }
  }
  return both / either;
}

function print(count: number): void {
  const lines = [
    "| ground | clicks | seeds | straight lines | along edges | worst shape along edges | points of the outline |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  for (const [ground, clicks] of [false, true].flatMap((bars) => [4, 6, 8].map((each) => [bars, each] as const))) {
    const all = Array.from({ length: count }, (_, n) => outlined(n + 1, clicks, ground));
    const mean = (of: keyof Outlined): number => all.reduce((sum, each) => sum + each[of], 0) / count;
    const worst = Math.min(...all.map(({ wire }) => wire));
    lines.push(
      `| ${ground ? "with bars" : "plain"} | ${clicks} | 1 to ${count} | ${mean("straight").toFixed(3)} | ${mean("wire").toFixed(3)} | ${worst.toFixed(3)} | ${Math.round(mean("points"))} |`,
    );
  }
  console.log(lines.join("\n"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) print(Number(process.argv[2] ?? 20));
