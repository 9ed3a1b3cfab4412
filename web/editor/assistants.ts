/** The editor's interface to the assistants and models that look at pictures, which the page implements. */

import type { ReadonlySignal } from "@preact/signals-core";
import type { ImagePoint } from "../base/brand.ts";
import type {
  Answer,
  FollowedFrame,
  FollowRequest,
  FoundObject,
  GuidedFrame,
  GuidedRequest,
  LearnLesson,
  Prompt,
  ReadFrame,
  ReadText,
} from "../base/prompt.ts";
import type { BoxBounds } from "../base/shape.ts";
import type { Camera } from "../session/cameras/camera.ts";

/** The tasks of a model of the site in the viewer. */
export type ModelKind = "detector" | "segmenter" | "text";

/** Where it runs: on the processor, or on the graphics processor. */
export type ModelBackend = "wasm" | "webgpu";

/** The model that the Segment tool uses. */
export interface SegmenterModel {
  readonly id: string;
  readonly name: string;
  readonly backend: ModelBackend;
  /** How long it took last to look at a frame, and to answer a click; `undefined`: it has not yet. */
  readonly seeMs: number | undefined;
  readonly answerMs: number | undefined;
}

export interface SegmentRequest {
  readonly camera: Camera;
  readonly frame: number;
  readonly prompts: readonly Prompt[];
}

export interface LearnRequest extends LearnLesson {
  readonly camera: Camera;
}

export interface WireRequest {
  readonly camera: Camera;
  readonly frame: number;
  readonly from: ImagePoint;
  readonly to: ImagePoint;
}

export interface ReadTextRequest {
  readonly camera: Camera;
  readonly frames: readonly number[];
  /** The place that is read, image pixels. */
  regionOn(frame: number): BoxBounds;
  /** A text of the same kind: digits may differ. */
  readonly example?: string;
}

/** The reading of one frame, for the user to check. */
export interface FirstReading {
  readonly frame: number;
  readonly maxFrame: number;
  readonly first: ReadText | undefined;
  /** How long it took. */
  readonly frameMs: number;
}

/** The frames that users want to be read: both ends included. */
export interface TextRange {
  /** The text in the box on the checked frame. */
  readonly text: string;
  readonly attribute: string;
  readonly from: number;
  readonly to: number;
  readonly every: number;
}

export interface ReadResult {
  readonly attribute: string;
  /** How many frames have a text now. */
  readonly read: number;
  /** Frames. */
  readonly doubtful: readonly number[];
  readonly empty: readonly number[];
  /** How many were not read because the user stopped. */
  readonly left: number;
  goTo(frame: number): void;
}

/** A model of the site, as users choose it. */
export interface ModelOffer {
  readonly id: string;
  readonly name: string;
  /** Empty: none. */
  readonly description: string;
  readonly licence: string;
  /** Still to be fetched, of the model and of the program that runs it. */
  readonly bytes: number;
  readonly runtimeBytes: number;
  readonly backend: ModelBackend;
}

/** The assistants that look at pictures while the user draws. Every method rejects when it is aborted or fails. */
export interface Assistants {
  /** Follows objects over the frames after or before one, until they are lost. */
  follow(request: FollowRequest & { readonly camera: Camera }, signal: AbortSignal): AsyncIterable<FollowedFrame>;
  /** Opens what following needs, before it is started. */
  prepareFollowing(request: { readonly camera: Camera; readonly frame: number }): Promise<void>;
  /** Follows one object at which the pointer is held. */
  followGuided(request: GuidedRequest & { readonly camera: Camera }, signal: AbortSignal): AsyncIterable<GuidedFrame>;
  /** The model that segments; `undefined`: none, objects are separated by color. */
  readonly segmenter: ReadonlySignal<SegmenterModel | undefined>;
  /** Fetches and opens a model, which segments from now on; `undefined`: none. */
  chooseSegmenter(id: string | undefined, onProgress: (share: number) => void, signal: AbortSignal): Promise<void>;
  /** Lets the model look at a frame, once; may have to open it first. */
  see(
    request: { readonly camera: Camera; readonly frame: number },
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** The object that the prompts describe; empty if none exists. A model must have seen the frame. */
  segment(request: SegmentRequest, signal: AbortSignal): Promise<readonly Answer[]>;
  /** The path between two points that follows edges, both included. */
  wire(request: WireRequest, signal: AbortSignal): Promise<readonly ImagePoint[]>;
  /** Learns to recognize objects from boxes; `onProgress`: 0..1. */
  learn(request: LearnRequest, onProgress: (share: number) => void, signal: AbortSignal): Promise<void>;
  /** The models of the site. */
  models(kind: ModelKind, signal: AbortSignal): Promise<readonly ModelOffer[]>;
  /** Fetches and opens one that finds objects, or reads text; `onProgress`: 0..1. */
  loadModel(
    kind: "detector" | "text",
    id: string,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Reads a place on frames, one after the other, with the loaded model. */
  readText(request: ReadTextRequest, signal: AbortSignal): AsyncIterable<ReadFrame>;
  /**
   * Finds objects on a frame, most certain first: the learned ones, or with `model` those that the loaded model knows.
   */
  find(
    request: { readonly camera: Camera; readonly frame: number; readonly model?: string | undefined },
    signal: AbortSignal,
  ): Promise<readonly FoundObject[]>;
}
