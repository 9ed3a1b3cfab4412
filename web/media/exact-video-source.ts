/**
 * Video through WebCodecs: decodes packets from the key picture before the wanted one, and identifies every decoded
 * picture by its presentation time, never by counting. So a picture that the decoder skips shifts nothing.
 */
import { VideoSample } from "mediabunny";
import { nextTask } from "../base/after-frame.ts";
import { t } from "../base/texts/index.ts";
import type { FrameMap } from "./frame-map.ts";
import { keyPictureBefore, pictureWithPts } from "./frame-table.ts";
import type { Picture } from "../base/picture.ts";
import type { OpenedVideo } from "./open-container.ts";
import { SampleRuns } from "./sample-runs.ts";
import { VideoFrames } from "./video-frames.ts";

/** A decoder that is moving through the file. */
interface Cursor {
  readonly samples: AsyncGenerator<VideoSample, void, unknown>;
  /** The picture it was started for. */
  readonly target: number;
  /** All pictures below this have been passed. */
  next: number;
  /** Pictures to keep although they were not requested: those before the target of a backward step. */
  readonly keep: ReadonlySet<number>;
}

interface HeldFrame {
  readonly picture: number;
  readonly sample: VideoSample;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Set while the picture is being converted. */
  delivery: Promise<void> | undefined;
}

/** Stepping back decodes from the key picture anyway, so keep this many frames before the wanted one. */
const backBatch = 12;
/**
 * After a seek the next picture is decoded too, if it is at most this many stored pictures away, because users step
 * from there.
 */
const nextWithin = 4;
/** Delays the conversion of the next picture, which would hold up the one that was requested. */
const conversionDelayMs = 30;

export class ExactVideoSource extends VideoFrames {
  readonly decoder = "webcodecs";
  readonly #runs: SampleRuns;
  #cursor: Cursor | undefined;
  #lastFrame = 0;
  /** The picture after a stepped-to one; decoded when idle. */
  #neighbor: number | undefined;
  /** The picture after a sought one: decoded, but not converted yet. */
  #held: HeldFrame | undefined;
  /** True while the cursor decodes a picture that was not requested. */
  #isSpeculative = false;

  constructor(video: OpenedVideo, map: FrameMap) {
    super(video, map);
    this.#runs = new SampleRuns(video.track);
  }

  override getFrame(frame: number, options: { readonly signal?: AbortSignal } = {}): Promise<Picture> {
    const isStep = frame === this.#lastFrame + 1 && this.isReady(frame);
    const picture = super.getFrame(frame, options);
    if (isStep) this.#prepareStep(frame);
    return picture;
  }

  protected override async work(wanted: number): Promise<void> {
    const frame = this.map.frameOf(wanted);
    const isNear = Math.abs(frame - this.#lastFrame) <= backBatch;
    this.#neighbor = undefined;
    if (this.#held?.picture === wanted) {
      await this.#deliverHeldFrame();
      this.#prepareStep(frame);
      return;
    }
    if (!this.#reaches(this.#cursor, wanted) && !isNear && this.requests.has(wanted)) {
      if (this.#cursor !== undefined) this.#drop(this.#cursor);
      this.#lastFrame = frame;
      await this.#seek(wanted);
      return;
    }
    const cursor = this.#reaches(this.#cursor, wanted) ? this.#cursor : this.#open(wanted);
    this.#lastFrame = frame;
    let result: IteratorResult<VideoSample, void>;
    this.#isSpeculative = !this.requests.has(wanted);
    try {
      result = await cursor.samples.next();
    } catch {
      if (this.#isAbandoned(cursor)) return;
      this.#drop(cursor);
      // A decoder that was started for an earlier picture may have been reclaimed by the browser: the next round starts
      // a new one for this picture, and only that one's failure counts. Also, a decoder that reads ahead fails on a
      // damaged picture before it has returned the good ones before it.
      if (cursor.target === wanted) await this.#decode([wanted]);
      return;
    } finally {
      this.#isSpeculative = false;
    }
    if (result.done === true) {
      if (this.#isAbandoned(cursor)) return;
      this.#drop(cursor);
      if (!this.disposed) this.fail(wanted, new Error(t("media.detail.notDecoded")));
      return;
    }
    const sample = result.value;
    try {
      await this.#receive(sample, cursor, wanted);
    } finally {
      sample.close();
    }
  }

  /** A requested picture does not wait for an unrequested one. */
  protected override wake(): void {
    const newest = this.requests.newestFirst()[0];
    if (
      this.#isSpeculative &&
      this.#cursor !== undefined &&
      newest !== undefined &&
      !this.#reaches(this.#cursor, newest)
    ) {
      this.#drop(this.#cursor);
    }
    super.wake();
  }

  protected override nextWanted(): number | undefined {
    const wanted = super.nextWanted();
    if (wanted !== undefined) return wanted;
    return this.#neighbor !== undefined && !this.isMade(this.#neighbor) ? this.#neighbor : undefined;
  }

  /** Decodes no more packets than this picture and the next one need. */
  async #seek(wanted: number): Promise<void> {
    const frame = this.map.frameOf(wanted);
    const next = frame + 1 < this.frameCount ? this.map.pictureOf(frame + 1) : wanted;
    const isCheap = next - wanted <= nextWithin && keyPictureBefore(this.video.table, next) <= wanted;
    if (next === wanted || !isCheap || this.isMade(next)) return await this.#decode([wanted]);
    try {
      await this.#decode([wanted, next]);
    } catch {
      // A damaged next picture need not be reported yet, and the decoder may have failed on it before returning this
      // one.
      if (this.requests.has(wanted)) await this.#decode([wanted]);
    }
  }

  /** @param pictures ascending; the first is delivered immediately, the others once the first can have been drawn */
  async #decode(pictures: readonly number[]): Promise<void> {
    const { table } = this.video;
    const samples = this.#runs.at(pictures.map((picture) => table.pts[picture]!));
    let sought: Promise<void> | undefined;
    try {
      for (const picture of pictures) {
        const { value: sample } = await samples.next();
        if (!(sample instanceof VideoSample) || pictureWithPts(table, sample.timestamp) !== picture) {
          sample?.close();
          throw new Error(t("media.detail.notDecoded"));
        }
        if (sought === undefined) sought = this.#deliverSample(picture, sample);
        else this.#hold(picture, sample);
      }
      // Runs to the end, so that its decoder is kept.
      await samples.next();
    } finally {
      await samples.return();
      await sought;
    }
  }

  async #deliverSample(picture: number, sample: VideoSample): Promise<void> {
    try {
      this.deliver(picture, await toBitmap(sample));
    } finally {
      sample.close();
    }
  }

  #hold(picture: number, sample: VideoSample): void {
    this.#dropHeldFrame();
    // Not requested yet; an error is reported when it is requested.
    const convert = (): void => void this.#deliverHeldFrame().catch(() => undefined);
    this.#held = { picture, sample, timer: setTimeout(convert, conversionDelayMs), delivery: undefined };
  }

  async #deliverHeldFrame(): Promise<void> {
    const held = this.#held;
    if (held === undefined) return;
    clearTimeout(held.timer);
    held.delivery ??= this.#deliverSample(held.picture, held.sample);
    try {
      await held.delivery;
    } finally {
      if (this.#held === held) this.#held = undefined;
    }
  }

  #dropHeldFrame(): void {
    clearTimeout(this.#held?.timer);
    if (this.#held?.delivery === undefined) this.#held?.sample.close();
    this.#held = undefined;
  }

  /** A user who steps once usually steps again. */
  #prepareStep(frame: number): void {
    this.#lastFrame = frame;
    if (frame + 1 >= this.frameCount) return;
    this.#neighbor = this.map.pictureOf(frame + 1);
    this.wake();
  }

  protected override release(): void {
    if (this.#cursor !== undefined) this.#drop(this.#cursor);
    this.#dropHeldFrame();
    this.#runs.dispose();
  }

  async #receive(sample: VideoSample, cursor: Cursor, wanted: number): Promise<void> {
    const picture = pictureWithPts(this.video.table, sample.timestamp);
    // Not in the table: before the start of the edit list, so it is not presented.
    if (picture === undefined) return;
    cursor.next = picture + 1;
    if (picture > wanted) this.fail(wanted, new Error(t("media.detail.notDecoded")));
    const keep = picture === wanted || cursor.keep.has(picture) || this.isWantedSoon(picture);
    if (keep && !this.cache.has(picture)) this.deliver(picture, await toBitmap(sample));
  }

  /** Continuing is at least as fast as restarting from a key picture. */
  #reaches(cursor: Cursor | undefined, wanted: number): cursor is Cursor {
    if (cursor === undefined || wanted < cursor.next) return false;
    return keyPictureBefore(this.video.table, wanted) <= cursor.next;
  }

  #open(wanted: number): Cursor {
    if (this.#cursor !== undefined) this.#drop(this.#cursor);
    const keep = this.#picturesBefore(wanted);
    const first = Math.min(wanted, ...keep);
    this.#cursor = { samples: this.#runs.from(this.video.table.pts[first]!), target: wanted, next: first, keep };
    return this.#cursor;
  }

  /** While stepping back: the pictures that come next, as far as they depend on the same key picture. */
  #picturesBefore(wanted: number): ReadonlySet<number> {
    const keep = new Set<number>();
    const frame = this.map.frameOf(wanted);
    if (frame >= this.#lastFrame || this.#lastFrame - frame > backBatch) return keep;
    const key = keyPictureBefore(this.video.table, wanted);
    const max = Math.min(backBatch, Math.floor(this.cache.capacity(this.width, this.height) / 2));
    for (let before = frame - 1; before >= 0 && frame - before <= max; before--) {
      const picture = this.map.pictureOf(before);
      if (picture < key) break;
      keep.add(picture);
    }
    return keep;
  }

  #isAbandoned(cursor: Cursor): boolean {
    return this.#cursor !== cursor;
  }

  #drop(cursor: Cursor): void {
    if (this.#cursor === cursor) this.#cursor = undefined;
    // Errors of a generator that has just failed or been disposed of are already known.
    cursor.samples.return().catch(() => undefined);
  }
}

/** In a task of its own: without a graphics processor, the colors of each picture are converted on this thread. */
async function toBitmap(sample: VideoSample): Promise<ImageBitmap> {
  await nextTask();
  if (sample.rotation === 0 && !sample.flip) {
    const frame = sample.toVideoFrame();
    try {
      return await createImageBitmap(frame);
    } finally {
      frame.close();
    }
  }
  const canvas = new OffscreenCanvas(sample.displayWidth, sample.displayHeight);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has no 2D canvas.");
  sample.draw(context, 0, 0, canvas.width, canvas.height);
  return canvas.transferToImageBitmap();
}
