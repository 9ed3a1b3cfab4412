/**
 * One camera of the open dataset: its document, where its picture is on the canvas, and which picture that is. Most
 * datasets have one; nothing depends on that.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import type { GlobeGrid } from "../../base/globe.ts";
import { View } from "../../base/view.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import type { PictureFeed } from "../../media/picture-feed.ts";
import type { AnnotationDocument } from "../document/annotation-document.ts";
import type { CameraInfo } from "../dataset/dataset.ts";

export interface LargeImage {
  readonly overview: ImageBitmap;
  readonly globe: GlobeGrid | undefined;
}

export class Camera {
  readonly name: string;
  readonly info: CameraInfo;
  readonly view = new View();

  readonly #document;
  readonly #source = signal<FrameSource | undefined>(undefined);
  readonly #feed = signal<PictureFeed | undefined>(undefined);

  /** The annotations on screen: another state of the server is another document. */
  readonly document: ReadonlySignal<AnnotationDocument>;
  readonly source: ReadonlySignal<FrameSource | undefined> = this.#source;
  readonly feed: ReadonlySignal<PictureFeed | undefined> = this.#feed;
  /**
   * The frame whose picture is on screen: the only one that drawing, picking and edits use. Playback's frame is only a
   * request. `undefined` while there is no picture, or if it cannot be shown.
   */
  readonly shown: ReadonlySignal<FrameNumber | undefined> = computed(
    () => this.#feed.value?.shown.value as FrameNumber | undefined,
  );
  /** The requested frame; `undefined` if the camera has no picture at the playhead's time. */
  readonly wanted: ReadonlySignal<FrameNumber | undefined> = computed(
    () => this.#feed.value?.wanted.value as FrameNumber | undefined,
  );
  /** Where the mouse is on its picture. */
  readonly pointed = signal<ImagePoint | undefined>(undefined);
  /** How many labels do not fit on the picture. */
  readonly hiddenLabelCount = signal(0);
  /** The large image on screen; its overview lives as long as it is shown. */
  readonly largeImage = signal<LargeImage | undefined>(undefined);
  /** Why the requested frame has no picture. */
  readonly mediaError: ReadonlySignal<Error | undefined> = computed(() => this.#feed.value?.error.value);

  constructor(info: CameraInfo, document: AnnotationDocument) {
    this.name = info.name;
    this.info = info;
    this.#document = signal(document);
    this.document = this.#document;
  }

  /** For the workspace only, which notifies all subscribers. */
  replaceDocument(document: AnnotationDocument): void {
    this.#document.value = document;
  }

  setMedia(source: FrameSource | undefined, feed: PictureFeed): void {
    this.#source.value = source;
    this.#feed.value = feed;
  }
}
