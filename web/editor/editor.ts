/**
 * The editor of one open dataset: the mode, steps of undo, and the commands' way to everything else that a person can
 * do: each kind of edit is a file of functions in this folder. It changes annotations through the workspace only and
 * knows the page only through two small ports.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { noteWrite, writingEffect } from "../base/effect.ts";
import type { EditSummary, FrameNumber, TrackId } from "#core/types";
import type { Prompt } from "../base/prompt.ts";
import type { View } from "../base/view.ts";
import type { AnnotationDocument } from "../session/document/annotation-document.ts";
import type { Camera } from "../session/cameras/camera.ts";
import { CoreError } from "../session/document/core-error.ts";
import type { Comments } from "../session/comments/comments.ts";
import type { Registration } from "../session/cameras/registration.ts";
import { isFrameLabel } from "../session/display/frame-labels.ts";
import type { Saver } from "../session/saving/saver.ts";
import { selectTracks, withMore, withToggled } from "../session/display/selection.ts";
import { Suggestions } from "../session/cameras/suggestions.ts";
import type { Moved, Workspace } from "../session/workspace.ts";
import {
  notEditing,
  reduceMode,
  trackOf,
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
import { PictureWait } from "./pointing/picture-wait.ts";
import { Pointer } from "./pointing/pointer.ts";
import type { Suggesting } from "./edits/suggesting.ts";
import type { Following } from "./edits/following.ts";
import type { Assistants, EditLabel, EditorUi, Player, Refusal } from "./ports.ts";
import { addTrack, setShape } from "./edits/shape-edits.ts";
import { moveSelected, stretchSelected } from "./edits/selection-edits.ts";
import type { Offset } from "./tools/tool.ts";
import type { BoxBounds } from "../base/shape.ts";
import { mergeSelected } from "./edits/track-edits.ts";
import { tools, type Tools } from "./tools/index.ts";
import { TypeChoices } from "./lists/type-choices.ts";

/** An undo step that touched more tracks than this changed a whole type or file, not the user's selection. */
const mostSelectedByUndo = 1000;

interface EditorParts {
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly tools?: Tools;
  /** Of several cameras. */
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
  /** What is suggested, and not yet an annotation. */
  readonly suggestions = new Suggestions();
  readonly assistants: Assistants | undefined;
  /** The tracks that are being followed. */
  readonly following = signal<Following | undefined>(undefined);
  /** Boxes are being learnt from or looked for. */
  readonly suggesting = signal<Suggesting | undefined>(undefined);
  readonly registration: Registration | undefined;
  /** A correction of a box fades over so many frames on both sides; 0: it is about its frame alone. */
  readonly softReach = signal(0);
  readonly comments: Comments;

  readonly #tools: Tools;
  #geometry: ToolId = "rectangle";
  readonly #mode = signal<Mode>(notEditing);
  readonly #stops: (() => void)[] = [];

  readonly mode: ReadonlySignal<Mode> = this.#mode;
  /** The frame whose picture is on the screen: the one that is drawn, picked and edited. `undefined`: no picture. */
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  readonly pictures: PictureWait;
  /** Boxes that last on a frame that has none of their track. */
  readonly ghosts: Ghosts;
  readonly pointer: Pointer;
  readonly clipboard: Clipboard;
  readonly frameLabels: FrameLabels;
  readonly lists: Lists;
  /** What the pointer does: nothing, drawing a new shape, or changing those there are. */
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
    this.pointer = new Pointer(this, this.#tools);
    this.clipboard = new Clipboard(this);
    this.frameLabels = new FrameLabels(this);
    this.lists = new Lists(this);
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
        // Between two pictures there may be none for a moment.
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
      workspace.onDocumentReplaced((camera, before) => {
        if (camera === workspace.active.peek()) this.#documentReplaced(before);
      }),
    );
  }

  /** Where the active camera's picture is drawn on the canvas. */
  get view(): View {
    return this.workspace.active.peek().view;
  }

  /** The shown frame; without one, the requested frame. */
  get frame(): FrameNumber {
    return this.shownFrame.peek() ?? (this.player.frame.peek() as FrameNumber);
  }

  /** Shows the user why an action was refused. */
  refuse(reason: Refusal, track: TrackId | undefined = this.selected): void {
    this.ui.refuse(reason, track);
  }

  get selected(): TrackId | undefined {
    return this.workspace.selectedTrack.peek();
  }

  moveTogether(ids: readonly TrackId[], offset: Offset): void {
    moveSelected(this, ids, offset);
  }

  stretchTogether(ids: readonly TrackId[], from: BoxBounds, to: BoxBounds): void {
    stretchSelected(this, ids, from, to);
  }

  // ------------------------------------------------------------------------------------------------------------ mode

  /** The geometry the user drew or edited last with the tools: new tracks begin with it. */
  get geometry(): ToolId {
    return this.#geometry;
  }

  /** The geometry that was picked last, where the track has it on this frame; otherwise its rectangle. */
  geometryToEdit(track: TrackId): ToolId {
    const { core } = this.workspace;
    const hasIt = core.hasTrack(track) && this.#tools[this.#geometry].read(core, track, this.frame).length > 0;
    return hasIt ? this.#geometry : "rectangle";
  }

  /**
   * Keys and panels act on this camera from now on; a half-drawn shape is left to the previous one. Returns false, and
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

  /** Gives the mode machine an event. Returns why it was refused, after telling the person. */
  dispatch(event: ModeEvent): BlockedReason | undefined {
    noteWrite("Editor.dispatch");
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
      for (const each of result.effects) this.#carryOut(each);
    });
    return undefined;
  }

  /** The mode continues where its track is in the new document, maybe under the id that a save has given it. */
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

  /** Asks for the object that the prompts are about. */
  ask(prompts: readonly Prompt[]): void {
    void import("./edits/segmenting.ts").then(({ segment }) => segment(this, prompts));
  }

  // ----------------------------------------------------------------------------------------------------------- edits

  /** Runs one edit on the frame that the camera shows; an edit that breaks a rule of the core is reported to the user. */
  transact(label: EditLabel, edit: Parameters<Workspace["transact"]>[2], camera?: Camera): EditSummary | undefined {
    try {
      const refusal = this.workspace.editRefusal.peek();
      if (refusal !== undefined) {
        this.ui.refuse(refusal);
        return undefined;
      }
      const summary = this.workspace.transact(label, camera?.shown.peek() ?? this.frame, edit, camera);
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
    // Of a shape that is half drawn, the last point.
    if (this.pointer.isPlacing.peek()) return this.pointer.deletePoint();
    // What is shown and selected with it is no other news.
    batch(() => this.#show(this.workspace.undo(), "nothingToUndo"));
  }

  redo(): void {
    batch(() => this.#show(this.workspace.redo(), "nothingToRedo"));
  }

  #show(summary: Moved | undefined, otherwise: Refusal): void {
    if (summary === undefined) {
      this.ui.refuse(this.workspace.editRefusal.peek() ?? otherwise);
      return;
    }
    // No frame is the place of it.
    if (summary === "elsewhere") return;
    this.player.pause();
    this.player.seek(summary.frame);
    if (summary.seq === summary.previousSeq) this.ui.refuse("stepReplaced");
    this.#afterEdit(summary);
    if (this.#mode.peek().kind === "notEditing") this.#selectTouched(summary.trackIds);
  }

  /**
   * Selects the touched tracks that were selected; if none were, all of them, or only the first when there are too
   * many.
   */
  #selectTouched(ids: readonly TrackId[]): void {
    const { core, selection } = this.workspace;
    // A label of frames is no object on the picture.
    const touched = ids.filter((id) => core.hasTrack(id) && !isFrameLabel(core, id));
    if (touched.length === 0) return;
    const { tracks, primary } = selection.peek();
    const stillSelected = touched.filter((id) => tracks.has(id));
    if (stillSelected.length > 0) return this.workspace.setSelection(selectTracks(stillSelected, primary));
    this.workspace.setSelection(selectTracks(touched.length > mostSelectedByUndo ? touched.slice(0, 1) : touched));
  }

  #afterEdit(summary: EditSummary | undefined): void {
    const removed = summary?.trackIds.filter((id) => !this.workspace.core.hasTrack(id)) ?? [];
    const elsewhere = removed.filter((id) => this.workspace.camerasWith(id).length > 0);
    if (removed.length > 0) this.dispatch({ type: "tracksRemoved", trackIds: removed, elsewhere });
    for (const groupId of summary?.groups.removed ?? []) this.dispatch({ type: "groupRemoved", groupId });
  }

  dispose(): void {
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
