/**
 * A video that shows itself during playback: an element under the boxes, as fast as the browser can play it. The shown
 * picture is determined by what the browser reports for each presented picture, looked up in the frame table; never by
 * a clock.
 *
 * The report arrives with the picture or one refresh later, so this is for playback only; still pictures come from
 * `getFrame`.
 */
import { batch, signal } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";
import type { FrameMap } from "./frame-map.ts";
import { pictureAt, pictureInterval, pictureWithPts } from "./frame-table.ts";
import type { OpenedVideo } from "./open-container.ts";

export interface PlayerEvents {
  /** A picture of this frame has been shown. */
  onFrame(frame: number): void;
  /** It has started or stopped waiting for data. */
  onWaiting(isWaiting: boolean): void;
  /** The last picture has been shown. */
  onEnded(): void;
  /** It has failed and must not be used again. */
  onFailed(): void;
}

export interface VideoPlayer {
  readonly element: HTMLVideoElement;
  /** The frame whose picture the element shows; `undefined` while the element must be hidden. */
  readonly shown: ReadonlySignal<number | undefined>;
  /** Between `play` and `pause`. */
  readonly isRunning: ReadonlySignal<boolean>;
  /** False once it has failed. */
  readonly isUsable: boolean;
  /** Current position in fractional frames; `undefined` while it is seeking. */
  readonly position: number | undefined;

  /**
   * Starts at this frame, or jumps to it while running.
   * @param isHeld shows the first picture, reports it, and waits for `release`
   */
  play(frame: number, speed: number, events: PlayerEvents, isHeld?: boolean): void;
  /** Releases a held player; has no effect on a running one. */
  release(): void;
  setSpeed(speed: number): void;
  /** The shown picture stays until the element is hidden. */
  pause(): void;
  hide(): void;
  dispose(): void;
}

/** A player that has shown nothing for this long after its start is abandoned. */
const startTimeoutMs = 8000;

export class ElementPlayer implements VideoPlayer {
  readonly element: HTMLVideoElement;
  readonly #video: OpenedVideo;
  readonly #map: FrameMap;
  readonly #shown = signal<number | undefined>(undefined);
  readonly shown: ReadonlySignal<number | undefined> = this.#shown;
  readonly #isRunning = signal(false);
  readonly isRunning: ReadonlySignal<boolean> = this.#isRunning;
  isUsable: boolean;
  #events: PlayerEvents | undefined;
  /** The first picture after a start or a seek; earlier reports belong to the old position. */
  #awaited: number | undefined;
  /** Offset of the player's clock from the container's times; known from the first picture on. */
  #offset: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLoading = false;
  #isHeld = false;

  constructor(video: OpenedVideo, map: FrameMap) {
    this.#video = video;
    this.#map = map;
    const element = document.createElement("video");
    this.element = element;
    this.isUsable = "requestVideoFrameCallback" in element;
    element.muted = true;
    element.playsInline = true;
    element.preload = "auto";
    element.crossOrigin = "use-credentials";
    element.disablePictureInPicture = true;
    element.tabIndex = -1;
    element.setAttribute("aria-hidden", "true");
    element.addEventListener("waiting", () => this.#notifyWaiting(true));
    element.addEventListener("playing", () => this.#notifyWaiting(false));
    element.addEventListener("ended", () => this.#notifyEnded());
    element.addEventListener("error", () => {
      if (element.hasAttribute("src")) this.#fail();
    });
  }

  get position(): number | undefined {
    const { element } = this;
    if (this.#offset === undefined || this.#awaited !== undefined || element.seeking) return undefined;
    const seconds = element.currentTime - this.#offset;
    const picture = pictureAt(this.#video.table, seconds);
    const [begin, end] = pictureInterval(this.#video.table, picture);
    return this.#map.frameOf(picture) + (seconds - begin) / (end - begin);
  }

  play(frame: number, speed: number, events: PlayerEvents, isHeld = false): void {
    this.#isHeld = isHeld;
    if (isHeld) this.element.pause();
    this.#events = events;
    this.#isRunning.value = true;
    this.#awaited = this.#map.pictureOf(frame);
    this.element.playbackRate = speed;
    this.#expectPicture();
    if (this.#offset === undefined) {
      // Elements report waiting only once their media is loaded.
      this.#notifyWaiting(true);
      this.#load();
    } else {
      this.#start(this.#offset);
    }
  }

  setSpeed(speed: number): void {
    this.element.playbackRate = speed;
  }

  pause(): void {
    if (!this.#isRunning.peek()) return;
    this.#isRunning.value = false;
    this.#isHeld = false;
    this.#events = undefined;
    clearTimeout(this.#timer);
    this.element.pause();
  }

  hide(): void {
    this.#shown.value = undefined;
  }

  dispose(): void {
    this.pause();
    this.hide();
    this.isUsable = false;
    this.element.removeAttribute("src");
    this.element.load();
  }

  /** The first picture reveals where the player's clock starts. */
  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.element.src = this.#video.url;
    this.#watch();
  }

  #start(offset: number): void {
    const { element } = this;
    const [begin, end] = pictureInterval(this.#video.table, this.#awaited ?? 0);
    const isThere = !element.seeking && element.currentTime >= begin + offset && element.currentTime < end + offset;
    // If the player already shows the picture, a seek to it would not present it again.
    if (!isThere) element.currentTime = begin + (end - begin) / 2 + offset;
    else {
      const picture = this.#awaited ?? 0;
      this.#awaited = undefined;
      if (this.#isHeld) return this.#notifyShown(picture);
    }
    if (!this.#isHeld) this.#run();
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    // A player that is still loading starts once it is loaded.
    if (this.#isRunning.peek() && this.#offset !== undefined) this.#run();
  }

  #run(): void {
    this.element.play().catch((reason: unknown) => {
      // Paused before playback began.
      if (!(reason instanceof DOMException && reason.name === "AbortError")) this.#fail();
    });
  }

  #watch(): void {
    this.element.requestVideoFrameCallback((_now, { mediaTime }) => {
      if (!this.isUsable) return;
      this.#watch();
      this.#present(mediaTime);
    });
  }

  #present(mediaTime: number): void {
    const { table } = this.#video;
    if (this.#offset === undefined) {
      const [begin, end] = pictureInterval(table, 0);
      const isShifted = mediaTime < begin - table.toleranceSeconds || mediaTime >= end;
      this.#offset = isShifted ? mediaTime - begin : 0;
      if (!this.#showsTrack()) return this.#fail();
      if (this.#isRunning.peek()) this.#start(this.#offset);
      return;
    }
    const picture = pictureWithPts(table, mediaTime - this.#offset);
    if (picture === undefined) return this.#fail();
    if (this.#awaited !== undefined) {
      if (this.element.seeking || picture < this.#awaited) return;
      this.#awaited = undefined;
    }
    // A late report of a picture after the element was hidden.
    if (!this.#isRunning.peek() && this.#shown.peek() === undefined) return;
    this.#notifyShown(picture);
  }

  #notifyShown(picture: number): void {
    clearTimeout(this.#timer);
    const frame = this.#map.frameOf(picture);
    const { element } = this;
    batch(() => {
      // The last picture before a gap is reported when the player is already waiting.
      if (element.readyState > element.HAVE_CURRENT_DATA) this.#notifyWaiting(false);
      this.#shown.value = frame;
      this.#events?.onFrame(frame);
    });
  }

  /** With several tracks, the browser chooses one itself. */
  #showsTrack(): boolean {
    const { videoWidth, videoHeight } = this.element;
    const { width, height } = this.#video;
    return Math.abs(videoWidth / videoHeight - width / height) < 0.05;
  }

  #expectPicture(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(), startTimeoutMs);
  }

  #notifyWaiting(isWaiting: boolean): void {
    if (this.#isRunning.peek()) this.#events?.onWaiting(isWaiting);
  }

  #notifyEnded(): void {
    if (this.#isRunning.peek()) this.#events?.onEnded();
  }

  #fail(): void {
    if (!this.isUsable) return;
    this.isUsable = false;
    const events = this.#events;
    this.pause();
    this.hide();
    events?.onFailed();
  }
}
