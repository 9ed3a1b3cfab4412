/**
 * The editor of one open dataset: the mode, the pointer tool, what the pointer is over, and the commands' way to all
 * of it. It changes annotations through the workspace only and knows the page only through two small ports.
 */

import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type { EditSummary, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../base/brand.ts";
import { CoreError } from "../session/core-error.ts";
import type { AnnotationDocument } from "../session/annotation-document.ts";
import type { EditRefusal, Moved, Workspace } from "../session/workspace.ts";
import type { Saver } from "../session/saver.ts";
import {
  notEditing,
  reduceMode,
  trackOf,
  type BlockedReason,
  type Mode,
  type ModeEffect,
  type ModeEvent,
} from "./mode.ts";
import { tools as allTools, type Tools } from "./tools/index.ts";
import { idle, shapeOf } from "./tools/tool.ts";
import type { Cursor, PointerButton, Tool, ToolContext, ToolEffect, ToolEvent, ToolState } from "./tools/tool.ts";
import { writeGeometry, writeShape } from "./tools/write-shape.ts";
import type { TrackRule } from "./track-rules.ts";
import { TypeChoices } from "./type-choices.ts";
import type { Overlay } from "../base/overlay.ts";
import { boundsOfShape, type Shape } from "../base/shape.ts";
import type { View } from "../base/view.ts";

/** Playback as the editor needs it. */
export interface Player {
  readonly frame: ReadonlySignal<number>;
  readonly playing: ReadonlySignal<boolean>;
  /** Frames are 0..maxFrame. */
  readonly maxFrame: number;
  /** Clamps to the frames there are. */
  seek(frame: number): void;
  toggle(): void;
  pause(): void;
}

/** Why something that was asked for did not happen. */
export type Refusal =
  | BlockedReason
  | EditRefusal
  | "pictureMissing"
  | "pictureChanged"
  | TrackRule
  | "nothingToUndo"
  | "nothingToRedo"
  | "nothingToSave"
  | "noTypeOfDigit"
  | "noSuchFrame";

/** What the editor asks of the page. */
export interface EditorUi {
  /** Asks before these tracks are deleted. */
  confirmDelete(ids: readonly TrackId[]): Promise<boolean>;
  focusTypeInput(id: TrackId): void;
  focusFrameInput(): void;
  /** Saves, and tells the person what came of it. Rejects when it failed. */
  save(): Promise<void>;
  /** Downloads the annotations as they are in this page; asks first when some are not saved. */
  exportAnnotations(request: ExportRequest): Promise<void>;
  /** Says why something did not happen. `track`: the one it is about. */
  refuse(reason: Refusal, track?: TrackId): void;
  /** A rule that the core enforced; its message is for people. */
  reportError(error: CoreError): void;
}

export interface ExportRequest {
  readonly format: "viame-csv" | "dive-json";
  /** Leave out what is below the thresholds that are set in the viewer. */
  readonly excludeBelowThreshold: boolean;
}

export interface PointerPress {
  readonly at: ScreenPoint;
  readonly button?: PointerButton;
  readonly shift?: boolean;
}

/** What the tool draws on top of the annotations: the shape in progress, or the one with handles. */
export interface EditOverlay extends Overlay {
  /** Drawn in its place. */
  readonly trackId: TrackId | undefined;
  /** Follows the pointer; the annotation itself is not changed yet. */
  readonly isInProgress: boolean;
}

/** How near the pointer must be to an edge to pick it. CSS pixels. */
const pickTolerancePx = 6;

export class Editor {
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly types: TypeChoices;

  readonly #mode = signal<Mode>(notEditing);
  readonly #tool = signal<ToolState>(idle);
  readonly #hovered = signal<TrackId | undefined>(undefined);
  readonly #pointer = signal<ImagePoint | undefined>(undefined);
  readonly #pansAnywhere = signal(false);
  readonly #tools: Tools;
  readonly #stops: (() => void)[] = [];

  readonly mode: ReadonlySignal<Mode> = this.#mode;
  readonly tool: ReadonlySignal<ToolState> = this.#tool;
  readonly hovered: ReadonlySignal<TrackId | undefined> = this.#hovered;
  /** Where the pointer is on the picture; `undefined` when it is elsewhere. */
  readonly pointer: ReadonlySignal<ImagePoint | undefined> = this.#pointer;
  /** The frame whose picture is on the screen: the one that is drawn, picked and edited. `undefined`: there is none. */
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  readonly overlay: ReadonlySignal<EditOverlay | undefined>;
  readonly cursor: ReadonlySignal<Cursor>;
  /** What the track list shows and Up and Down walk through: ascending ids. */
  readonly listedTrackIds: ReadonlySignal<Uint32Array>;

  constructor(parts: { workspace: Workspace; saver: Saver; player: Player; ui: EditorUi; tools?: Tools }) {
    this.#tools = parts.tools ?? allTools;
    this.workspace = parts.workspace;
    this.saver = parts.saver;
    this.player = parts.player;
    this.ui = parts.ui;
    this.types = new TypeChoices(parts.workspace);
    const { workspace, player } = this;

    this.shownFrame = computed(() => workspace.active.value.shown.value);
    this.overlay = computed(() => this.#computeOverlay());
    this.cursor = computed(() => this.#activeTool().cursor(this.#tool.value, this.#toolContext()));
    this.listedTrackIds = computed(() => {
      const byFrame = workspace.settings.settings.value.trackSettings.trackListSettings.filterDetectionsByFrame;
      const visible = workspace.visibleTrackIds.value;
      if (!byFrame) return visible;
      const { count, trackIds } = workspace.core.frameQuery(
        this.shownFrame.value ?? (player.frame.value as FrameNumber),
      );
      return trackIds.slice(0, count);
    });

    let readOnly = workspace.readOnly.peek();
    this.#stops.push(
      effect(() => {
        if (workspace.visibleTrackIds.value.length === 0) this.dispatch({ type: "listEmptied" });
      }),
      effect(() => {
        if (workspace.readOnly.value === readOnly) return;
        readOnly = workspace.readOnly.peek();
        this.dispatch({ type: "readOnlyChanged" });
      }),
      workspace.onDocumentReplaced((camera, before) => {
        if (camera === workspace.active.peek()) this.#documentReplaced(before);
      }),
      effect(() => {
        // A drag belongs to the picture it began on.
        void this.shownFrame.value;
        if (this.#tool.peek().state !== "panning") this.#tool.value = idle;
      }),
      effect(() => {
        // Objects move under a resting pointer too.
        void this.shownFrame.value;
        void workspace.shownVersion.value;
        const at = this.#pointer.peek();
        if (at !== undefined && this.#tool.peek().state === "idle") this.#hovered.value = this.#trackAt(at);
      }),
      effect(() => {
        void this.shownFrame.value;
        void player.frame.value;
        void workspace.active.value.mediaError.value;
        this.#goOn();
      }),
    );
  }

  /** Where the picture of the active camera lies on the canvas. */
  get view(): View {
    return this.workspace.active.peek().view;
  }

  /** The shown frame; while there is none, the one that is asked for. */
  get frame(): FrameNumber {
    return this.shownFrame.peek() ?? (this.player.frame.peek() as FrameNumber);
  }

  /** Tells the person why something did not happen. */
  refuse(reason: Refusal, track: TrackId | undefined = this.selected): void {
    this.ui.refuse(reason, track);
  }

  get selected(): TrackId | undefined {
    return this.workspace.selectedTrack.peek();
  }

  // ------------------------------------------------------------------------------------------------------------ mode

  /** Gives the mode machine an event. Returns why it was refused, after telling the person. */
  dispatch(event: ModeEvent): BlockedReason | undefined {
    const { newTrackSettings } = this.workspace.settings.settings.peek().trackSettings;
    const result = reduceMode(this.#mode.peek(), event, {
      readOnly: this.workspace.readOnly.peek() !== undefined,
      selected: this.selected,
      newTrack: {
        mode: newTrackSettings.mode,
        advanceFrame: newTrackSettings.modeSettings[newTrackSettings.mode].autoAdvanceFrame,
        continuous: newTrackSettings.modeSettings.Detection.continuous,
      },
    });
    if (result.blocked !== undefined) {
      this.ui.refuse(result.blocked);
      return result.blocked;
    }
    batch(() => {
      this.#mode.value = result.mode;
      for (const each of result.effects) this.#carryOut(each);
    });
    return undefined;
  }

  /** The mode goes on where its track is in the new document, maybe under the id that a save has given it. */
  #documentReplaced(before: AnnotationDocument): void {
    const own = trackOf(this.#mode.peek());
    const id = own === undefined ? undefined : ((before.sync.savedIds.get(own) ?? own) as TrackId);
    this.dispatch({
      type: "documentReplaced",
      trackId: id !== undefined && this.workspace.core.hasTrack(id) ? id : undefined,
    });
  }

  #carryOut(each: ModeEffect): void {
    switch (each.type) {
      case "select":
        return this.workspace.select(each.trackId);
      case "dropShape":
        this.#tool.value = idle;
        return;
      case "nextFrame":
        return this.player.seek(this.player.frame.peek() + 1);
      case "addTrack":
        return this.#addTrack(each.shape);
      case "setShape":
        this.transact("setBounds", (tx) => writeShape(tx, each.trackId, this.frame, each.shape));
        return;
    }
  }

  #addTrack(shape: Shape): void {
    const { mode, type, modeSettings } = this.workspace.settings.settings.peek().trackSettings.newTrackSettings;
    let added: TrackId | undefined;
    this.types.noteUsed(type);
    this.transact("addTrack", (tx) => {
      const interpolate = mode === "Track" && modeSettings.Track.interpolate;
      added = tx.addTrack({ type, frame: this.frame, bounds: boundsOfShape(shape), interpolate });
      writeGeometry(tx, added, this.frame, shape);
    });
    if (added === undefined) return;
    // What somebody has just drawn must not be hidden by its type being unchecked.
    const { uncheckedTypes } = this.workspace.filters.peek();
    if (uncheckedTypes.has(type)) this.workspace.setTypesShown([type], true);
    this.dispatch({ type: "trackAdded", trackId: added });
  }

  // ----------------------------------------------------------------------------------------------------------- edits

  /** One step on the current frame; a rule that the core enforces is told to the person. */
  transact(label: EditLabel, edit: Parameters<Workspace["transact"]>[2]): EditSummary | undefined {
    try {
      const refusal = this.workspace.editRefusal.peek();
      if (refusal !== undefined) {
        this.ui.refuse(refusal);
        return undefined;
      }
      const summary = this.workspace.transact(label, this.frame, edit);
      this.#afterEdit(summary);
      return summary;
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      this.ui.reportError(error);
      return undefined;
    }
  }

  /** Saves. A failure is told by the page, and ends here: everything stays unsaved. */
  async save(): Promise<void> {
    await this.ui.save().catch(() => undefined);
  }

  /** Takes the last step back and shows where it was. */
  undo(): void {
    this.#show(this.workspace.undo(), "nothingToUndo");
  }

  redo(): void {
    this.#show(this.workspace.redo(), "nothingToRedo");
  }

  #show(summary: Moved | undefined, otherwise: Refusal): void {
    if (summary === undefined) {
      this.ui.refuse(this.workspace.editRefusal.peek() ?? otherwise);
      return;
    }
    // No frame is the place of it.
    if (summary === "configuration") return;
    this.player.pause();
    this.player.seek(summary.frame);
    this.#afterEdit(summary);
    const touched = summary.trackIds.find((id) => this.workspace.core.hasTrack(id));
    if (touched !== undefined && this.#mode.peek().kind === "notEditing") this.workspace.select(touched);
  }

  #afterEdit(summary: EditSummary | undefined): void {
    const removed = summary?.trackIds.filter((id) => !this.workspace.core.hasTrack(id)) ?? [];
    if (removed.length > 0) this.dispatch({ type: "tracksRemoved", trackIds: removed });
  }

  /** Deletes tracks in one step, after asking when the person wants to be asked. */
  async deleteTracks(ids: readonly TrackId[]): Promise<void> {
    if (ids.length === 0) return;
    const refusal = this.workspace.editRefusal.peek();
    if (refusal !== undefined) return this.ui.refuse(refusal);
    const { promptUser } = this.workspace.settings.settings.peek().trackSettings.deletionSettings;
    if (promptUser && !(await this.ui.confirmDelete(ids))) return;
    this.transact("deleteTracks", (tx) => {
      for (const id of ids) tx.deleteTrack(id);
    });
  }

  /** The type that a person gives is certain: it replaces the guesses. New tracks take it too, unless theirs is pinned. */
  setType(id: TrackId, type: string): void {
    this.giveType([id], type);
  }

  /** The same for several, in one step. */
  giveType(ids: readonly TrackId[], type: string): void {
    const tracks = ids.filter((id) => this.workspace.core.hasTrack(id));
    if (tracks.length === 0) return;
    this.types.noteUsed(type);
    const summary = this.transact("setType", (tx) => {
      for (const id of tracks) tx.setPairs(id, [{ type, confidence: 1 }]);
    });
    if (summary === undefined) return;
    this.types.noteGiven(type);
    const { settings } = this.workspace;
    if (!settings.settings.peek().trackSettings.newTrackSettings.isTypePinned) {
      settings.change({ trackSettings: { newTrackSettings: { type } } });
    }
  }

  /** Selects a track from a list: shows it where it is, or where it begins. */
  selectAndShow(id: TrackId): void {
    this.dispatch({ type: "select", trackId: id });
    const { begin, end } = this.workspace.track(id);
    const frame = this.player.frame.peek();
    if (frame < begin || frame > end) this.player.seek(begin);
  }

  // --------------------------------------------------------------------------------------------------------- pointer

  pointerDown(press: PointerPress): void {
    const isEditing = this.#mode.peek().kind !== "notEditing";
    const isPan = this.#pansAnywhere.peek() || (press.button ?? "primary") !== "primary";
    if (!isEditing || isPan) return this.#point("pointerDown", press);
    // What is drawn belongs to one frame: it must not run away underneath, and its picture must be the one that is seen.
    this.player.pause();
    const refusal = this.workspace.editRefusal.peek();
    if (refusal !== undefined) return this.ui.refuse(refusal);
    this.whenShown(() => this.#point("pointerDown", press));
  }

  pointerMove(press: PointerPress): void {
    if (this.#waiting === undefined) return this.#point("pointerMove", press);
    this.#pointer.value = this.view.toImage(press.at);
    this.#waiting.actions.push(() => this.#point("pointerMove", press));
  }

  pointerUp(press: PointerPress): void {
    if (this.#waiting === undefined) return this.#point("pointerUp", press);
    this.#waiting.actions.push(() => this.#point("pointerUp", press));
  }

  // ---------------------------------------------------------------------------------------------------- one picture

  /** What was asked for while the picture of this frame was on its way. */
  #waiting: { readonly frame: number; readonly actions: (() => void)[] } | undefined;

  /**
   * Runs what belongs to the frame that is asked for once its picture is on the screen: at once, as a rule. Where the picture
   * cannot be shown, or another frame is asked for before it is, the person is told instead.
   */
  whenShown(action: () => void): void {
    const frame = this.player.frame.peek();
    if (this.workspace.active.peek().mediaError.peek() !== undefined) return this.ui.refuse("pictureMissing");
    if (this.shownFrame.peek() === frame) return action();
    if (this.#waiting?.frame !== frame) this.#waiting = { frame, actions: [] };
    this.#waiting.actions.push(action);
  }

  #goOn(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const isMissing = this.workspace.active.peek().mediaError.peek() !== undefined;
    const isAnother = this.player.frame.peek() !== waiting.frame;
    if (!isMissing && !isAnother && this.shownFrame.peek() !== waiting.frame) return;
    this.#waiting = undefined;
    if (isMissing || isAnother) return this.ui.refuse(isMissing ? "pictureMissing" : "pictureChanged");
    for (const action of waiting.actions) action();
  }

  /** The interaction ended by other means: a second finger, a lost capture. */
  pointerCancel(): void {
    this.#waiting = undefined;
    this.#run({ type: "cancel" });
  }

  /** Edits what is under the pointer. The clicks before have selected it. */
  doubleClick(at: ScreenPoint): void {
    if (this.#mode.peek().kind === "creating") return;
    const hit = this.#trackAt(this.view.toImage(at));
    if (hit !== undefined) this.dispatch({ type: "edit", trackId: hit });
  }

  /** While it is on, every drag pans and no click picks. */
  setPansAnywhere(on: boolean): void {
    this.#pansAnywhere.value = on;
  }

  pointerLeave(): void {
    batch(() => {
      this.#pointer.value = undefined;
      this.#hovered.value = undefined;
    });
  }

  #point(type: "pointerDown" | "pointerMove" | "pointerUp", press: PointerPress): void {
    const image = this.view.toImage(press.at);
    const { button = "primary", shift = false } = press;
    batch(() => {
      this.#pointer.value = image;
      if (this.#tool.peek().state === "idle") this.#hovered.value = this.#trackAt(image);
      this.#run({ type, screen: press.at, image, button, shift });
    });
  }

  #run(event: ToolEvent): void {
    const { state, effects } = this.#activeTool().reduce(this.#tool.peek(), event, this.#toolContext());
    this.#tool.value = state;
    for (const each of effects) this.#carryOutTool(each);
  }

  #carryOutTool(each: ToolEffect): void {
    switch (each.type) {
      case "finished":
        this.dispatch({ type: "shapeFinished", shape: each.shape });
        return;
      case "editSelected":
        if (this.selected === undefined || this.dispatch({ type: "edit", trackId: this.selected }) !== undefined) {
          this.#tool.value = idle;
        } else {
          this.player.pause();
        }
        return;
      case "panned":
        return this.view.pan(each.dxPx, each.dyPx);
      case "clicked": {
        if (each.button === "middle") return;
        const hit = this.#trackAt(each.at);
        if (each.button === "secondary") {
          if (hit !== undefined) this.dispatch({ type: "toggleEdit", trackId: hit });
          return;
        }
        // While a shape is awaited a click is a drag that was too short, not a choice.
        if (this.#mode.peek().kind !== "creating") this.dispatch({ type: "select", trackId: hit });
        return;
      }
    }
  }

  /** The shown track that a click would pick. */
  #trackAt(point: ImagePoint): TrackId | undefined {
    const frame = this.shownFrame.peek();
    if (frame === undefined) return undefined;
    const tolerance = pickTolerancePx / this.view.viewport.peek().scale;
    return this.workspace.pick(frame, point.x, point.y, tolerance);
  }

  /** The tool of what is drawn or edited; of what a drag would begin to edit otherwise. */
  #activeTool(): Tool {
    const mode = this.#mode.value;
    return this.#tools[mode.kind === "notEditing" ? "rectangle" : mode.geometry];
  }

  #toolContext(): ToolContext {
    const mode = this.#mode.value;
    const own = trackOf(mode);
    const hasPicture = this.shownFrame.value !== undefined;
    const editable = mode.kind === "editing" ? this.#shapeOf(mode.trackId) : undefined;
    return {
      canDraw: hasPicture && (mode.kind === "creating" || (own !== undefined && editable === undefined)),
      editable,
      movable: mode.kind === "notEditing" ? this.#movable() : undefined,
      pointer: this.#pointer.value,
      pansAnywhere: this.#pansAnywhere.value,
      scale: this.view.viewport.value.scale,
      isOverTrack: this.#hovered.value !== undefined,
    };
  }

  /** What a drag of the selected track would move; nothing where that is switched off. */
  #movable(): Shape | undefined {
    const { dragMovesSelection } = this.workspace.settings.settings.value.annotatorPreferences;
    const selected = this.workspace.selectedTrack.value;
    if (!dragMovesSelection || selected === undefined || this.workspace.hiddenTrackIds.value.has(selected)) {
      return undefined;
    }
    return this.#shapeOf(selected);
  }

  /** What the active tool edits of a track on the shown picture. */
  #shapeOf(track: TrackId): Shape | undefined {
    const { core, tracksVersion } = this.workspace;
    void tracksVersion.value;
    const frame = this.shownFrame.value;
    return frame !== undefined && core.hasTrack(track) ? this.#activeTool().read(core, track, frame) : undefined;
  }

  #computeOverlay(): EditOverlay | undefined {
    const state = this.#tool.value;
    const overlay = this.#activeTool().overlay(state, this.#toolContext());
    if ((overlay.shapes ?? []).length === 0 && (overlay.handles ?? []).length === 0) return undefined;
    return { ...overlay, trackId: trackOf(this.#mode.value), isInProgress: shapeOf(state) !== undefined };
  }

  dispose(): void {
    this.types.dispose();
    for (const stop of this.#stops) stop();
  }
}

/** Names of steps in the op log. */
export type EditLabel =
  | "addTrack"
  | "deleteTracks"
  | "setBounds"
  | "setType"
  | "toggleKeyframe"
  | "setInterpolate"
  | "setInterpolateAll";
