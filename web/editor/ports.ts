/** The editor's interface to the page: playback, questions, refusals. */

import type { ReadonlySignal } from "@preact/signals-core";
import type { AnnotationFormat, FrameNumber, PlainOr, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../base/brand.ts";
import type { BoxBounds } from "../base/shape.ts";
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
import type { Camera } from "../session/cameras/camera.ts";
import type { CoreError } from "../session/document/core-error.ts";
import type { ShapeStep } from "../session/undo/shape-steps.ts";
import type { EditRefusal } from "../session/workspace.ts";
import type { FollowResult } from "./edits/follow/following.ts";
import type { BlockedReason } from "./modes/mode.ts";
import type { ToolRefusal } from "./tools/tool.ts";
import type { TrackRule } from "./edits/track-rules.ts";

/** Playback, as far as the editor uses it. */
export interface Player {
  readonly frame: ReadonlySignal<FrameNumber>;
  readonly playing: ReadonlySignal<boolean>;
  /** Frames are 0..maxFrame, those of the active camera. */
  readonly maxFrame: number;
  /** Clamps to the existing frames. */
  seek(frame: PlainOr<FrameNumber>): void;
  toggle(): void;
  pause(): void;
  /** 1: as recorded. Images have this speed only. */
  readonly speed: ReadonlySignal<number>;
  setSpeed(speed: number): void;
}

export interface CarryResult {
  /** How many detections were copied to the other camera. */
  readonly carried: number;
  /** How many have no place there: outside its pictures, or at a time without a picture. */
  readonly left: number;
}

/** Why a requested action did not happen. */
export type Refusal =
  | BlockedReason
  | EditRefusal
  | "pictureMissing"
  | "pictureChanged"
  | TrackRule
  | ToolRefusal
  | "noPart"
  | "nothingToAddTo"
  | "nothingCopied"
  | "nothingToUndo"
  | "nothingToRedo"
  | "stepReplaced"
  | "nothingToSave"
  | "noTypeOfDigit"
  | "noSuchFrame"
  | "oneCamera"
  | "nothingProposed"
  | "notRegistered"
  | "nothingToCarry"
  | "cannotLink"
  | "linkedAlready"
  | "notLinked"
  | "severalCameras"
  | "choosing"
  | "nothingEnhanced"
  | "nothingToThin"
  | "notTwoSelected"
  | "cannotSwap"
  | "noLabelOfKey"
  | "nothingListed"
  | "nothingBeneath"
  | "nothingToFollow"
  | "nothingToHold"
  | "nothingBetween"
  | "keyframesSuffice"
  | "nothingFound"
  | "tooFewToLearn"
  | "nothingSuggested"
  | "nothingDetected"
  | "noModels"
  | "noSegmenters"
  | "noReaders"
  | "segmenterGone"
  | "noComments";

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

/** Services that the page provides to the editor. */
export interface EditorUi {
  /** Asks before these tracks are deleted. `cameras`: from which ones, if given. */
  confirmDelete(ids: readonly TrackId[], cameras?: readonly string[]): Promise<boolean>;
  /** Asks before a track is split on this frame. `into`: the track that the second part becomes. */
  confirmSplit(id: TrackId, frame: number, into?: TrackId): Promise<boolean>;
  focusTypeInput(id: TrackId): void;
  focusFrameInput(): void;
  /** Switches to the other panel of the left dock, and opens the dock. */
  swapPanels(): void;
  /** Opens the menu of actions at a point of the canvas. */
  openMenu(at: ScreenPoint): void;
  /** Saves, and shows the user the result. Rejects if it failed. */
  save(): Promise<void>;
  /** The same for a save that had not reached the server: silent if the server is still unreachable. */
  saveAgain(): Promise<void>;
  /** Downloads the annotations as they are on this page; asks first if some are unsaved. */
  exportAnnotations(request: ExportRequest): Promise<void>;
  /** Opens the dialog that imports an annotation file, optionally a chosen one; asks first about unsaved changes. */
  importAnnotations(file?: File): Promise<void>;
  /** Opens the dialog that clones the shown state of the dataset; asks first about unsaved changes. */
  cloneDataset(): Promise<void>;
  /** Explains why something did not happen. `track`: the track it concerns. */
  refuse(reason: Refusal, track?: TrackId): void;
  /** Reports a rule enforced by the core; its message is for users. */
  reportError(error: CoreError): void;
  /** Reports the result of copying annotations to another camera. */
  reportCarried(result: CarryResult, to: string): void;
  /** Reports the result of following tracks. */
  reportFollowed(result: FollowResult): void;
  /** Asks which model to use. `undefined`: the user has not chosen; "": the built-in one, of segmenters. */
  chooseModel(kind: ModelKind, offers: readonly ModelOffer[]): Promise<string | undefined>;
  /** Shows what was read on one frame, and asks where else to read. `undefined`: nowhere, and nothing is stored. */
  askReading(first: FirstReading): Promise<TextRange | undefined>;
  /** Reports what was read. */
  reportRead(result: ReadResult): void;
  /** Reports a failure that is not a rule of the core. */
  reportFailure(error: unknown): void;
}

export interface ExportRequest {
  readonly format: AnnotationFormat;
  /** Leave out what is below the viewer's thresholds. */
  readonly excludeBelowThreshold: boolean;
}

/** Names of steps in the op log. */
export type EditLabel =
  | "addTrack"
  | "acceptCounterpart"
  | "acceptSuggestion"
  | "carryAcross"
  | "deleteTracks"
  | ShapeStep
  | "moveDetection"
  | "deletePolygon"
  | "deleteLine"
  | "pasteDetection"
  | "setType"
  | "renameType"
  | "deleteTypes"
  | "splitTrack"
  | "setReviewed"
  | "mergeTracks"
  | "createGroup"
  | "deleteGroup"
  | "setGroupMembers"
  | "setGroupType"
  | "toggleKeyframe"
  | "acceptGhost"
  | "endTrack"
  | "continueTrack"
  | "setInterpolate"
  | "setInterpolateAll"
  | "setAttribute"
  | "propagate"
  | "followTrack"
  | "readText"
  | "takeBackFollowed"
  | "softEdit"
  | "thinKeyframes"
  | "swapTracks"
  | "handOver"
  | "fixProblems"
  | "linkTracks"
  | "unlinkTrack"
  | "acceptDifferences"
  | "mergeConflicts"
  | "beginFrameLabel"
  | "endFrameLabel"
  | "moveFrameLabel"
  | "deleteFrameLabel"
  | "setNotes"
  | "setPairs";
