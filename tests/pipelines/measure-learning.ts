/** Trains on synthetic clips and scores the detections on others: used by the test and by the bench. */
import type { Bounds } from "#vision/bounds";
import { findObjects } from "#vision/learning/find-objects";
import { readLabels } from "../../server/adapters/builtin/learning/labels.ts";
import { learn, type Learned } from "#vision/learning/learn";
import { type LearningSet, readLearningData } from "../../server/adapters/builtin/learning/learning-data.ts";
import type { LearnedModel } from "#vision/learning/model";
import { documentOf, trackOf } from "../../server/adapters/builtin/pipelines/builtin-pipeline.ts";
import { detectorMotion } from "../../server/adapters/builtin/pipelines/detector-motion.ts";
import type { Clip } from "./clips.ts";
import { runBuiltin } from "./measure.ts";

/** Boxes of the movers by kind: a clip's first movers are of the first kind, and so on. */
export function setOf(clip: Clip, kinds: readonly string[], name: string): LearningSet {
  const tracks = clip.truth.map((boxes, n) => trackOf(n, kinds[n] as string, 1, boxes));
  return {
    name,
    media: {
      kind: "images",
      files: Array.from({ length: clip.reader.frameCount }, (_, n) => ({ path: "", name: `${n}` })),
    },
    annotations: documentOf(tracks.filter(({ features }) => features.length > 0)),
    pictures: () => clip.reader,
  };
}

export async function learnFrom(
  sets: readonly LearningSet[],
  { labels, earlier, annotatedFramesOnly = false }: LearnGiven = {},
): Promise<Learned & { logged: string[]; steps: number[] }> {
  const logged: string[] = [];
  const steps: number[] = [];
  const callbacks = {
    log: (text: string): void => void logged.push(text),
    progress: (done: number, total: number): void => void steps.push(done / total),
  };
  const longestSide = earlier?.longestSide;
  const data = await readLearningData(sets, {
    labelOf: readLabels(labels),
    annotatedFramesOnly,
    longestSide,
    ...callbacks,
  });
  return { ...learn({ ...data, earlier, ...callbacks }), logged, steps };
}

interface LearnGiven {
  readonly labels?: string;
  readonly earlier?: LearnedModel;
  readonly annotatedFramesOnly?: boolean;
}

export const kinds = ["fish", "fish", "fish", "weed", "weed"];
type Scored = { truth: Bounds[]; found: (Bounds & { score: number })[] };

/** Detections of a type on a clip, and the true boxes. */
export async function scoredOn(clip: Clip, model: LearnedModel, type: string): Promise<Scored[]> {
  const movers = clip.truth.filter((_, n) => kinds[n] === type);
  const pictures: Scored[] = [];
  await clip.reader.read((picture) => {
    const truth = movers.flatMap((boxes) => boxes.filter(({ frame }) => frame === picture.frame));
    const found = findObjects(picture, model, 0.05).filter((one) => one.type === type);
    pictures.push({
      truth: truth.map(({ bounds }) => bounds),
      found: found.map(({ confidence, ...bounds }) => ({ ...bounds, score: confidence })),
    });
  });
  return pictures;
}

/** The same ground truth, with motion detection. */
export async function movingOn(clip: Clip, pictures: readonly Scored[]): Promise<Scored[]> {
  const { tracks } = await runBuiltin(detectorMotion, { pictures: clip.reader });
  return pictures.map(({ truth }, frame) => ({
    truth,
    found: Object.values(tracks)
      .filter(({ begin }) => begin === frame)
      .map(({ features, confidencePairs }) => {
        const [x1, y1, x2, y2] = features[0]?.bounds ?? [0, 0, 0, 0];
        return { x1, y1, x2, y2, score: confidencePairs[0]?.[1] ?? 0 };
      }),
  }));
}
