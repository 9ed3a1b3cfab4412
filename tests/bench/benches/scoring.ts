/** Scoring computed tracks against as much truth, with all measures; and the same boxes with as many types as LVIS has. */
import { score, type ScoredPair } from "#core/metrics/scoring";
import { defaultScoringParams } from "#core/metrics/scoring-params";
import type { FrameNumber, TrackBoxes, TrackId } from "#core";
import type { Bench } from "../context.ts";
import { randomNumbers } from "../generate.ts";
import { measure } from "../measure.ts";

const [fewTypes, manyTypes] = [4, 1200];
const objectsPerFrame = 100;
const trackLength = 100;

/** Objects that drift over the picture, and what a mediocre tracker makes of them: shaken, split, lost, invented. */
function scoredPair(boxes: number, types: number): ScoredPair {
  const random = randomNumbers(7);
  const frames = Math.ceil(boxes / objectsPerFrame);
  const anyType = (): string => `type ${Math.floor(random() * types)}`;
  const truth: TrackBoxes[] = [];
  const computed: TrackBoxes[] = [];
  const add = (side: TrackBoxes[], type: string, confidence: number, placed: readonly (readonly number[])[]): void => {
    if (placed.length === 0) return;
    side.push({
      id: side.length as TrackId,
      type,
      confidence,
      frames: Uint32Array.from(placed, ([frame]) => frame as FrameNumber),
      bounds: Float64Array.from(placed.flatMap((row) => row.slice(1))),
    });
  };
  for (let from = 0; from < frames; from += trackLength) {
    for (let n = 0; n < objectsPerFrame; n++) {
      const type = anyType();
      const [width, height] = [30 + random() * 90, 25 + random() * 60];
      const [x, y, dx, dy] = [random() * 1800, random() * 1000, random() * 4 - 2, random() * 2 - 1];
      const own = Array.from({ length: Math.min(trackLength, frames - from) }, (_, at) => {
        const [left, top] = [x + dx * at, y + dy * at];
        return [from + at, left, top, left + width, top + height];
      });
      add(truth, type, 1, own);
      const shake = (): number => (random() - 0.5) * 12;
      const seen = own.flatMap((row) =>
        random() < 0.06 ? [] : [row.map((side, at) => (at === 0 ? side : side + shake()))],
      );
      const cut = random() < 0.3 ? Math.floor(random() * seen.length) : seen.length;
      for (const part of [seen.slice(0, cut), seen.slice(cut)])
        add(computed, random() < 0.9 ? type : anyType(), random(), part);
      if (random() < 0.06)
        add(
          computed,
          anyType(),
          random() / 2,
          own.map(([at, ...sides]) => [at!, ...sides.map((side) => side + 300)]),
        );
    }
  }
  return { truth, computed };
}

export const scoringBenches: readonly Bench[] = [
  {
    name: "scoring",
    async run({ size }) {
      const contestants = [fewTypes, manyTypes].map((types) => {
        const pair = scoredPair(size, types);
        return [`${types} types`, { run: () => score([pair], defaultScoringParams) }] as const;
      });
      const times = await measure(new Map(contestants), 2);
      const [few, many] = [...times.values()].map(({ minCpu }) => minCpu / 1e3) as [number, number];
      const name = `scoring of ${size} boxes against as many, processor time`;
      return [
        { name, value: few, unit: "s", goal: { of: "value", max: 10 } },
        {
          name: `${name}: ${manyTypes} types`,
          value: many,
          unit: "s",
          peer: `${fewTypes} types`,
          ratio: few / many,
          goal: { of: "ratio", min: 0.7 },
        },
      ];
    },
  },
];
