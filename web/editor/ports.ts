/** The editor's interface to the page: playback, questions and reports. */

import type { ReadonlySignal } from "@preact/signals-core";
import type { AnnotationFormat, FrameNumber, PlainOr, TrackId } from "#core/types";
import type { ScreenPoint } from "../base/brand.ts";
import type { CoreError } from "../session/document/core-error.ts";
import type { FirstReading, ModelKind, ModelOffer, ReadResult, TextRange } from "./assistants.ts";
import type { FollowResult } from "./edits/follow/following.ts";
import type { Refusal } from "./refusal.ts";

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

export interface ProjectionResult {
  /** How many detections were copied to the other camera. */
  readonly carried: number;
  /** How many have no place there: outside its pictures, or at a time without a picture. */
  readonly left: number;
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
  /** Whether the tour runs on this dataset. */
  isTouring(): boolean;
  endTour(): void;
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
  reportCarried(result: ProjectionResult, to: string): void;
  /** Reports the result of following tracks. */
  reportFollowed(result: FollowResult): void;
  /** Asks which model to use. `undefined`: the user has not chosen; "": the built-in one, of segmenters. */
  chooseModel(kind: ModelKind, offers: readonly ModelOffer[]): Promise<string | undefined>;
  /** Shows the text read on one frame, and asks where else to read. `undefined`: nowhere, and nothing is stored. */
  askReading(first: FirstReading): Promise<TextRange | undefined>;
  /** Reports the texts that were read. */
  reportRead(result: ReadResult): void;
  /** Reports a failure that is not a rule of the core. */
  reportFailure(error: unknown): void;
}

export interface ExportRequest {
  readonly format: AnnotationFormat;
  /** Leave out tracks below the viewer's thresholds. */
  readonly excludeBelowThreshold: boolean;
}
