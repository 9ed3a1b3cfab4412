/** A text pack as a pipeline: what pictures say, on each frame, in an attribute of boxes. */
import type { Feature, Track } from "#schemas";
import { maxPictureSide } from "#packs/detector";
import { formatOf, type TextFormat } from "#packs/text-format";
import { doubtfulBelow, joined, openText, type TextLine, type TextReader } from "#packs/text-reader";
import { type Bounds, overlapOf } from "#vision/bounds";

import { textAttributes } from "../../../domain/text-parameters.ts";
import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { readPackFolder, worded } from "../../packs/pack-folder.ts";
import type { Picture } from "../pictures/picture.ts";
import { type BuiltinPipeline, roundedBounds } from "../pipelines/builtin-pipeline.ts";
import { loadRuntime, onFrame } from "./pack-runtime.ts";

/** A line is the same as on the frame before where they overlap by this. */
const sameLine = 0.3;
/** A first reading that is as certain says what the text looks like. */
const certain = 0.8;

export const textPack = (folder: string): Pick<BuiltinPipeline, "run"> => ({
  async run({ parameters, pictures, annotations, progress, log }) {
    const region = regionOf(parameters.text("region"));
    const every = Math.max(1, Math.round(parameters.number("every")));
    const pack = await readPackFolder(folder);
    const reader = await worded(async () => await openText(pack, await loadRuntime()));
    const read = region === undefined ? linesOf(reader) : placeOf(reader, region, parameters.text("example"), log);
    const tracks = new TextTracks();
    const source = pictures(maxPictureSide);
    try {
      await source.read(
        async (picture) => {
          const { frame } = picture;
          tracks.add(frame, await onFrame(frame, () => read(picture)), every);
          progress(frame + 1, source.frameCount, "Reading text");
        },
        (frame) => frame % every === 0,
      );
    } finally {
      await reader.close();
    }
    log(tracks.summary());
    return { ...annotations, tracks: tracks.mergedWith(annotations.tracks) };
  },
});

type Read = (picture: Picture) => Promise<readonly TextLine[]>;

const linesOf =
  (reader: TextReader): Read =>
  async (picture) =>
    (await reader.read(picture)).map((line) => ({ ...line, ...scaled(line, picture, 1) }));

/** Reads one place, in the format of the example or of the first certain reading. */
function placeOf(reader: TextReader, region: Bounds, example: string, log: (text: string) => void): Read {
  let format: TextFormat | undefined = example.trim() === "" ? undefined : formatOf(example);
  return async (picture) => {
    const place = scaled(region, picture, -1);
    if (place.x2 <= 0 || place.y2 <= 0 || place.x1 >= picture.width || place.y1 >= picture.height) {
      const size = `${Math.round(picture.width * picture.scaleX)} by ${Math.round(picture.height * picture.scaleY)}`;
      throw new PipelineError(`The region is outside of the picture, which has ${size} pixels: give one inside.`);
    }
    const read =
      format === undefined ? joined(await reader.read(picture, place)) : await reader.readAs(picture, place, format);
    if (format === undefined && read !== undefined && read.confidence >= certain) {
      format = formatOf(read.text);
      log(`Frame ${picture.frame} says "${read.text}": the frames after it are read as texts of this kind.`);
    }
    return read === undefined ? [] : [{ ...read, ...region }];
  };
}

/** @param way 1: from a picture that may be scaled down to the stored one; -1: back */
function scaled({ x1, y1, x2, y2 }: Bounds, { scaleX, scaleY }: Picture, way: 1 | -1): Bounds {
  const [across, down] = [scaleX ** way, scaleY ** way];
  return { x1: x1 * across, y1: y1 * down, x2: x2 * across, y2: y2 * down };
}

/** @throws PipelineError */
function regionOf(text: string): Bounds | undefined {
  if (text.trim() === "") return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, ...rest] = text.split(/[\s,;]+/).map(Number);
  if (![x1, y1, x2, y2].every(Number.isFinite) || rest.length > 0 || x2 <= x1 || y2 <= y1) {
    throw new PipelineError(
      `The region "${text.slice(0, 100)}" is not a box: give left, top, right and bottom in pixels, as in "20, 10, 180, 50".`,
    );
  }
  return { x1, y1, x2, y2 };
}

interface TextTrack {
  readonly features: Feature[];
  last: Bounds;
  confidence: number;
}

class TextTracks {
  readonly #tracks: TextTrack[] = [];
  /** Tracks with a line on the frame that was read last. */
  #open: { readonly frame: number; readonly tracks: readonly TextTrack[] } = { frame: NaN, tracks: [] };
  #frames = 0;
  #empty = 0;
  #doubtful = 0;

  add(frame: number, lines: readonly TextLine[], every: number): void {
    this.#frames++;
    if (lines.length === 0) this.#empty++;
    const isDoubtful = (line: TextLine): boolean => line.confidence < doubtfulBelow;
    if (lines.some(isDoubtful)) this.#doubtful++;
    const open = this.#open.frame === frame - every ? [...this.#open.tracks] : [];
    const current: TextTrack[] = [];
    for (const line of lines) {
      const at = open.findIndex(({ last }) => overlapOf(last, line) >= sameLine);
      const [own = { features: [], last: line, confidence: 1 }] = at < 0 ? [] : open.splice(at, 1);
      if (at < 0) this.#tracks.push(own);
      own.features.push({
        frame,
        bounds: roundedBounds(line),
        keyframe: true,
        interpolate: false,
        attributes: { [textAttributes.text]: line.text, ...(isDoubtful(line) && { [textAttributes.doubtful]: true }) },
      });
      own.last = line;
      own.confidence = Math.min(own.confidence, line.confidence);
      current.push(own);
    }
    this.#open = { frame, tracks: current };
  }

  summary(): string {
    const read = this.#frames - this.#empty;
    return `Read text on ${read} of ${this.#frames} frames; ${this.#doubtful} are doubtful, ${this.#empty} have none.`;
  }

  mergedWith(others: Readonly<Record<string, Track>>): Record<string, Track> {
    const first = Object.values(others).reduce((max, { id }) => Math.max(max, id), -1) + 1;
    const read = this.#tracks.map(({ features, confidence }, n): [string, Track] => [
      String(first + n),
      {
        id: first + n,
        begin: features[0]!.frame,
        end: features.at(-1)!.frame,
        attributes: {},
        features,
        confidencePairs: [[textAttributes.type, Math.round(confidence * 1000) / 1000]],
      },
    ]);
    return { ...others, ...Object.fromEntries(read) };
  }
}
