/**
 * The editor of one open dataset: the mode, the undo steps, and the way from commands to everything else a user can do.
 * Each kind of edit is a file of functions in `edits/`. The editor changes annotations only through the workspace,
 * and knows the page only through two small ports.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { guardWrite, writingEffect } from "../base/effect.ts";
import type { EditSummary, FrameNumber, TrackId } from "#core/types";
import type { View } from "../base/view.ts";
import type { Camera } from "../session/cameras/camera.ts";
import { CoreError } from "../session/document/core-error.ts";
import type { Comments } from "../session/comments/comments.ts";
import type { Registration } from "../session/cameras/registration.ts";
import { isFrameLabel } from "../session/display/frame-labels.ts";
import type { Saver } from "../session/saving/saver.ts";
import { selectTracks, withMore, withToggled } from "../session/display/selection.ts";
import { Suggestions } from "../session/cameras/suggestions.ts";
import type { UndoResult, NewIds, Workspace } from "../session/workspace.ts";
import { notEditing, trackOf } from "./modes/drawing-mode.ts";
import {
  reduceMode,
  type BlockedReason,
  type ToolId,
  type Mode,
  type ModeEffect,
  type ModeEvent,
} from "./modes/mode.ts";
import { Clipboard } from "./edits/clipboard.ts";
import { FrameLabels } from "./edits/frame-labels.ts";
import { Ghosts } from "./pointing/ghosts.ts";
import type { Drawing } from "./edits/editing.ts";
import { addMembers, createGroup, selectGroup } from "./edits/group-edits.ts";
import { linkWith } from "./edits/linking.ts";
import { Lists } from "./lists/lists.ts";
import { ProblemPlaces } from "./lists/problem-places.ts";
import { PictureWait } from "./pointing/picture-wait.ts";
import { Pointer } from "./pointing/pointer.ts";
import type { PointerActions } from "./pointing/tool-effects.ts";
import type { Suggesting } from "./edits/assist/suggesting.ts";
import type { Following } from "./edits/follow/following.ts";
import type { Assistants } from "./assistants.ts";
import type { EditAction } from "../session/undo/edit-action.ts";
import type { EditorUi, Player } from "./ports.ts";
import type { Refusal } from "./refusal.ts";
import { addTrack, setShape } from "./edits/shape-edits.ts";
import { moveSelected, stretchSelected } from "./edits/selection-edits.ts";
import { mergeSelected } from "./edits/track-edits.ts";
import { tools, type Tools } from "./tools/index.ts";
import { TypeChoices } from "./lists/type-choices.ts";

/** An undo step that touched more tracks than this changed a whole type or file, not the user's selection. */
const maxSelectedByUndo = 1000;

interface EditorParts {
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly tools?: Tools;
  /** Only in datasets with several cameras. */
  readonly registration?: Registration | undefined;
  readonly assistants?: Assistants | undefined;
  readonly comments: Comments;
}

export class Editor {
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly types: TypeChoices;
  /** Suggestions that are not annotations yet. */
  readonly suggestions = new Suggestions();
  readonly assistants: Assistants | undefined;
  /** The tracks being followed. */
  readonly following = signal<Following | undefined>(undefined);
  /** Set while boxes are being learned from or searched for. */
  readonly suggesting = signal<Suggesting | undefined>(undefined);
  /** The model of the site that suggested boxes last. */
  readonly detectorName = signal<string | undefined>(undefined);
  readonly registration: Registration | undefined;
  /** A box correction fades over this many frames on each side; 0: it changes only its own frame. */
  readonly softEditFrames = signal(0);
  readonly comments: Comments;
  readonly problems: ProblemPlaces;

  readonly #tools: Tools;
  #geometry: ToolId = "rectangle";
  #isDisposed = false;
  readonly #mode = signal<Mode>(notEditing);
  readonly #stops: (() => void)[] = [];

  readonly mode: ReadonlySignal<Mode> = this.#mode;
  /** The frame whose picture is on screen, which is the one drawn, picked and edited. `undefined`: no picture. */
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  readonly pictures: PictureWait;
  /** Last boxes that are still shown on frames where their track has none. */
  readonly ghosts: Ghosts;
  readonly pointer: Pointer;
  readonly clipboard: Clipboard;
  readonly frameLabels: FrameLabels;
  readonly lists: Lists;
  /** The pointer's current action: nothing, draw a new shape, or change existing ones. */
  readonly drawing: ReadonlySignal<Drawing>;

  constructor(parts: EditorParts) {
    this.workspace = parts.workspace;
    this.saver = parts.saver;
    this.player = parts.player;
    this.ui = parts.ui;
    this.registration = parts.registration;
    this.assistants = parts.assistants;
    this.comments = parts.comments;
    this.types = new TypeChoices(parts.workspace);
    const { workspace, player } = this;

    this.shownFrame = computed(() => workspace.active.value.shown.value);
    this.pictures = new PictureWait(workspace, player, this.ui, this.shownFrame);
    this.#tools = parts.tools ?? tools;
    this.ghosts = new Ghosts(workspace, player, this.shownFrame);
    this.pointer = new Pointer(this, this.#pointerActions(), this.#tools);
    this.clipboard = new Clipboard(this);
    this.frameLabels = new FrameLabels(this);
    this.lists = new Lists(this);
    this.problems = new ProblemPlaces(this);
    this.drawing = computed(() => {
      const mode = this.#mode.value;
      if (mode.kind === "creating") return "creation";
      if (mode.kind !== "editing") return "disabled";
      return this.pointer.editable.value.length === 0 || mode.adds !== undefined ? "creation" : "editing";
    });
    let readOnly = workspace.readOnly.peek();
    let frame = this.shownFrame.peek();
    this.#stops.push(
      writingEffect(() => {
        // Between two pictures there may briefly be none.
        const next = this.shownFrame.value;
        if (next === undefined || next === frame) return;
        frame = next;
        this.dispatch({ type: "frameChanged" });
      }),
      writingEffect(() => {
        if (workspace.display.isNothingShown.value) this.dispatch({ type: "listEmptied" });
      }),
      writingEffect(() => {
        if (workspace.readOnly.value === readOnly) return;
        readOnly = workspace.readOnly.peek();
        this.dispatch({ type: "readOnlyChanged" });
      }),
      workspace.documents.onReplaced((camera, before) => {
        if (camera === workspace.active.peek()) this.#documentReplaced(before.sync.savedIds);
      }),
      workspace.onEdit(({ camera, summary, newIds }) => {
        if (newIds !== undefined && camera === workspace.active.peek()) this.#remoteApplied(summary, newIds);
      }),
    );
  }

  /** Where the canvas draws the active camera's picture. */
  get view(): View {
    return this.workspace.active.peek().view;
  }

  /** The shown frame; without one, the requested frame. */
  get frame(): FrameNumber {
    return this.shownFrame.peek() ?? this.player.frame.peek();
  }

  /** Shows the user why an action was refused. */
  refuse(reason: Refusal, track: TrackId | undefined = this.selected): void {
    this.ui.refuse(reason, track);
  }

  get selected(): TrackId | undefined {
    return this.workspace.selectedTrack.peek();
  }

  // ------------------------------------------------------------------------------------------------------------ mode

  /** The tool the user drew or edited with last: new tracks start with it. */
  get geometry(): ToolId {
    return this.#geometry;
  }

  /** The geometry picked last, if the track has it on this frame; otherwise the rectangle. */
  geometryToEdit(track: TrackId): ToolId {
    const { core } = this.workspace;
    const hasIt = core.hasTrack(track) && this.#tools[this.#geometry].read(core, track, this.frame).length > 0;
    return hasIt ? this.#geometry : "rectangle";
  }

  /**
   * Makes keys and panels act on this camera; an unfinished shape stays with the previous one. Returns false, and
   * notifies the user, while a counterpart is being picked on another camera.
   */
  activate(camera: Camera): boolean {
    if (camera === this.workspace.active.peek()) return true;
    if (this.#mode.peek().kind === "linking") {
      this.refuse("linking");
      return false;
    }
    this.pointer.dropShape();
    this.workspace.activate(camera);
    return true;
  }

  /** Sends an event to the mode machine. Returns why it was refused, after telling the user. */
  dispatch(event: ModeEvent): BlockedReason | undefined {
    guardWrite("Editor.dispatch");
    if (event.type === "pickGeometry") this.#geometry = event.geometry;
    const { newTrackSettings } = this.workspace.settings.settings.peek().trackSettings;
    const result = reduceMode(this.#mode.peek(), event, {
      readOnly: this.workspace.readOnly.peek() !== undefined,
      selected: this.selected,
      selectedCount: this.workspace.selection.peek().tracks.size,
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
      for (const each of result.effects) this.#applyEffect(each);
    });
    return undefined;
  }

  /** The mode continues with its track in the new document, possibly under the new id that a save gave it. */
  #documentReplaced(newIds: NewIds): void {
    const trackBefore = trackOf(this.#mode.peek());
    const id = trackBefore === undefined ? undefined : ((newIds.get(trackBefore) ?? trackBefore) as TrackId);
    this.dispatch({
      type: "documentReplaced",
      trackId: id !== undefined && this.workspace.core.hasTrack(id) ? id : undefined,
    });
  }

  /** Others' changes came in: the mode continues with its track, or ends if it is gone. */
  #remoteApplied(summary: EditSummary, newIds: NewIds): void {
    const track = trackOf(this.#mode.peek());
    if (track !== undefined && newIds.has(track)) this.#documentReplaced(newIds);
    this.#afterEdit(summary);
  }

  #applyEffect(each: ModeEffect): void {
    switch (each.type) {
      case "select":
        return this.workspace.select(each.trackId);
      case "dropShape":
        return this.pointer.dropShape();
      case "nextFrame":
        return this.player.seek(this.player.frame.peek() + 1);
      case "addTrack":
        return addTrack(this, each.shape);
      case "setShape":
        return setShape(this, each.trackId, each.shape, each.moved, each.isDrawn);
      case "toggleSelected":
        return this.workspace.setSelection(withToggled(this.workspace.selection.peek(), each.trackId));
      case "selectMore":
        return this.workspace.setSelection(withMore(this.workspace.selection.peek(), each.trackIds));
      case "selectGroup":
        return selectGroup(this, each.groupId);
      case "merge":
        return mergeSelected(this);
      case "createGroup":
        return createGroup(this);
      case "linkWith":
        return linkWith(this, each.picked);
      case "addMembers":
        return addMembers(this, each.groupId, each.trackIds ?? [...this.workspace.selection.peek().tracks]);
    }
  }

  #pointerActions(): PointerActions {
    return {
      dispatch: (event) => this.dispatch(event),
      edit: (trackId, type) => void this.dispatch({ type, trackId, geometry: this.geometryToEdit(trackId) }),
      moveTogether: (ids, offset) => moveSelected(this, ids, offset),
      stretchTogether: (ids, from, to) => stretchSelected(this, ids, from, to),
      ask: (prompts) => void import("./edits/assist/segmenting.ts").then(({ segment }) => segment(this, prompts)),
      acceptSuggestion: () => this.suggestions.accept(),
    };
  }

  // ----------------------------------------------------------------------------------------------------------- edits

  /** Runs one edit on the frame the camera shows; an edit that breaks a rule of the core is reported to the user. */
  transact(action: EditAction, edit: Parameters<Workspace["transact"]>[2], camera?: Camera): EditSummary | undefined {
    try {
      const refusal = this.workspace.editRefusal.peek();
      if (refusal !== undefined) {
        this.ui.refuse(refusal);
        return undefined;
      }
      const summary = this.workspace.transact(action, camera?.shown.peek() ?? this.frame, edit, camera);
      this.#afterEdit(summary);
      return summary;
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      this.ui.reportError(error);
      return undefined;
    }
  }

  /** Saves. A failure is reported by the page and not thrown: everything stays unsaved. */
  async save(): Promise<void> {
    await this.ui.save().catch(() => undefined);
  }

  /** Undoes the last step and shows where it was. */
  undo(): void {
    // While a shape is unfinished, remove its last point instead.
    if (this.pointer.isPlacing.peek()) return this.pointer.deletePoint();
    // Batched, so that observers see the selection and the frame change together.
    batch(() => this.#show(this.workspace.undo(), "nothingToUndo"));
  }

  redo(): void {
    batch(() => this.#show(this.workspace.redo(), "nothingToRedo"));
  }

  #show(summary: UndoResult | undefined, otherwise: Refusal): void {
    if (summary === undefined) {
      this.ui.refuse(this.workspace.editRefusal.peek() ?? otherwise);
      return;
    }
    // "elsewhere" has no frame to show.
    if (summary === "elsewhere") return;
    this.player.pause();
    this.player.seek(summary.frame);
    if (summary.seq === summary.previousSeq) this.ui.refuse("stepReplaced");
    this.#afterEdit(summary);
    if (this.#mode.peek().kind === "notEditing") this.#selectTouched(summary.trackIds);
  }

  /**
   * Selects the changed tracks that were selected before; if none were, all of them, or only the first if there are too
   * many.
   */
  #selectTouched(ids: readonly TrackId[]): void {
    const { core, selection } = this.workspace;
    // A frame label is not an object on the picture.
    const touched = ids.filter((id) => core.hasTrack(id) && !isFrameLabel(core, id));
    if (touched.length === 0) return;
    const { tracks, primary } = selection.peek();
    const stillSelected = touched.filter((id) => tracks.has(id));
    if (stillSelected.length > 0) return this.workspace.setSelection(selectTracks(stillSelected, primary));
    this.workspace.setSelection(selectTracks(touched.length > maxSelectedByUndo ? touched.slice(0, 1) : touched));
  }

  #afterEdit(summary: EditSummary | undefined): void {
    const removed = summary?.trackIds.filter((id) => !this.workspace.core.hasTrack(id)) ?? [];
    const elsewhere = removed.filter((id) => this.workspace.camerasWith(id).length > 0);
    if (removed.length > 0) this.dispatch({ type: "tracksRemoved", trackIds: removed, elsewhere });
    for (const groupId of summary?.groups.removed ?? []) this.dispatch({ type: "groupRemoved", groupId });
  }

  /** The dataset was closed: nothing is saved any longer. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  dispose(): void {
    this.#isDisposed = true;
    const following = this.following.peek();
    this.following.value = undefined;
    following?.stop();
    const suggesting = this.suggesting.peek();
    this.suggesting.value = undefined;
    suggesting?.stop();
    this.types.dispose();
    this.pictures.dispose();
    this.pointer.dispose();
    for (const stop of this.#stops) stop();
  }
}
