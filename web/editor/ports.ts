/** What the editor asks of the page, and reports to it: playback, questions, refusals. */

import type { ReadonlySignal } from "@preact/signals-core";
import type { AnnotationFormat, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../base/brand.ts";
import type { Answer, FollowedFrame, FollowRequest, FoundObject, LearnLesson, Prompt } from "../base/prompt.ts";
import type { Camera } from "../session/cameras/camera.ts";
import type { CoreError } from "../session/document/core-error.ts";
import type { ShapeStep } from "../session/undo/shape-steps.ts";
import type { EditRefusal } from "../session/workspace.ts";
import type { FollowResult } from "./edits/following.ts";
import type { BlockedReason } from "./modes/mode.ts";
import type { ToolRefusal } from "./tools/tool.ts";
import type { TrackRule } from "./edits/track-rules.ts";

/** Playback as the editor needs it. */
export interface Player {
  readonly frame: ReadonlySignal<number>;
  readonly playing: ReadonlySignal<boolean>;
  /** Frames are 0..maxFrame, those of the active camera. */
  readonly maxFrame: number;
  /** Clamps to the frames there are. */
  seek(frame: number): void;
  toggle(): void;
  pause(): void;
}

export interface CarryResult {
  /** Detections that the other camera has now. */
  readonly carried: number;
  /** Those that have no place there: outside of its pictures, or at an instant without one. */
  readonly left: number;
}

/** Why something that was asked for did not happen. */
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
  | "nothingBetween"
  | "keyframesSuffice"
  | "nothingFound"
  | "tooFewToLearn"
  | "nothingSuggested"
  | "noComments";

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

/** What looks at pictures for the person who draws. */
export interface Assistants {
  /** Where objects are on the frames after or before one, until they are lost. Rejects when aborted, and where it cannot. */
  follow(request: FollowRequest & { readonly camera: Camera }, signal: AbortSignal): AsyncIterable<FollowedFrame>;
  /** The object that the prompts are about; empty: there is none. Rejects likewise. */
  segment(request: SegmentRequest, signal: AbortSignal): Promise<readonly Answer[]>;
  /** The way between two points that clings to edges, both included. Rejects likewise. */
  wire(request: WireRequest, signal: AbortSignal): Promise<readonly ImagePoint[]>;
  /** Learns to know objects from boxes; `onProgress`: 0..1. Rejects likewise. */
  learn(request: LearnRequest, onProgress: (share: number) => void, signal: AbortSignal): Promise<void>;
  /** What it has learnt to know on a frame, the most certain first. Rejects likewise. */
  find(
    request: { readonly camera: Camera; readonly frame: number },
    signal: AbortSignal,
  ): Promise<readonly FoundObject[]>;
}

/** What the editor asks of the page. */
export interface EditorUi {
  /** Asks before these tracks are deleted. `cameras`: from which ones, if given. */
  confirmDelete(ids: readonly TrackId[], cameras?: readonly string[]): Promise<boolean>;
  /** Asks before a track is split on this frame. `into`: the track that the second part becomes. */
  confirmSplit(id: TrackId, frame: number, into?: TrackId): Promise<boolean>;
  focusTypeInput(id: TrackId): void;
  focusFrameInput(): void;
  /** Turns to the other panel of the left dock, and opens the dock. */
  swapPanels(): void;
  /** Offers what can be done, at a point of the canvas. */
  openMenu(at: ScreenPoint): void;
  /** Saves, and shows the user the result. Rejects when it failed. */
  save(): Promise<void>;
  /** The same for a save that found no server: silent when the server is still unreachable. */
  saveAgain(): Promise<void>;
  /** Downloads the annotations as they are in this page; asks first when some are not saved. */
  exportAnnotations(request: ExportRequest): Promise<void>;
  /** Opens the dialog that imports an annotation file, perhaps one that is chosen; asks first to save what is not saved. */
  importAnnotations(file?: File): Promise<void>;
  /** Opens the dialog that clones the dataset as it is shown; asks first when something is not saved. */
  cloneDataset(): Promise<void>;
  /** Says why something did not happen. `track`: the one it is about. */
  refuse(reason: Refusal, track?: TrackId): void;
  /** A rule that the core enforced; its message is for people. */
  reportError(error: CoreError): void;
  /** What came of taking annotations to another camera. */
  reportCarried(result: CarryResult, to: string): void;
  /** What came of following tracks. */
  reportFollowed(result: FollowResult): void;
  /** Something went wrong that is no rule of the core. */
  reportFailure(error: unknown): void;
}

export interface ExportRequest {
  readonly format: AnnotationFormat;
  /** Leave out what is below the thresholds that are set in the viewer. */
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
