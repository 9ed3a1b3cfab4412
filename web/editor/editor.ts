/**
 * The editor of one open dataset: the mode, the edits that a person makes, and the commands' way to all of it. It changes
 * annotations through the workspace only and knows the page only through two small ports.
 */

import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type { EditSummary, EditTransaction, FrameNumber, GroupId, TrackId } from "#core/types";
import type { Shape } from "../base/shape.ts";
import type { View } from "../base/view.ts";
import type { AnnotationDocument } from "../session/annotation-document.ts";
import type { Camera } from "../session/camera.ts";
import { CoreError } from "../session/core-error.ts";
import { isGroupShown } from "../session/filters.ts";
import type { GroupView } from "../session/groups.ts";
import type { Saver } from "../session/saver.ts";
import { withMore, withToggled } from "../session/selection.ts";
import type { Moved, Workspace } from "../session/workspace.ts";
import {
  notEditing,
  reduceMode,
  trackOf,
  type BlockedReason,
  type Geometry,
  type Mode,
  type ModeEffect,
  type ModeEvent,
} from "./mode.ts";
import { Clipboard } from "./clipboard.ts";
import { addMembers, createGroup, findGroup, selectGroup } from "./group-edits.ts";
import { linkWith } from "./linking.ts";
import { PictureWait } from "./picture-wait.ts";
import { Pointer, type SelectedPart } from "./pointer.ts";
import type { EditLabel, EditorUi, Player, Refusal } from "./ports.ts";
import { isSelecting } from "./selecting-mode.ts";
import { mergeSelected } from "./track-edits.ts";
import { tools, type Tools } from "./tools/index.ts";
import { stretchBox } from "./tools/box-grips.ts";
import { withoutRing } from "./tools/path-points.ts";
import { readBox } from "./tools/read-shapes.ts";
import type { Offset } from "./tools/tool.ts";
import { boundsOfNew, moveDetection, removeShape, writeGeometry, writeShape, type Place } from "./tools/write-shape.ts";
import { pairToShow } from "../session/shown-pair.ts";
import { sortTracks } from "./track-order.ts";
import { TypeChoices } from "./type-choices.ts";

export type Drawing = "disabled" | "creation" | "editing";

export class Editor {
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly types: TypeChoices;

  readonly #tools: Tools;
  #geometry: Geometry = "rectangle";
  readonly #mode = signal<Mode>(notEditing);
  readonly #stops: (() => void)[] = [];

  readonly mode: ReadonlySignal<Mode> = this.#mode;
  /** The frame whose picture is on the screen: the one that is drawn, picked and edited. `undefined`: there is none. */
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  readonly pictures: PictureWait;
  readonly pointer: Pointer;
  readonly clipboard: Clipboard;
  /** What the pointer does: nothing, drawing a new shape, or changing those there are. */
  readonly drawing: ReadonlySignal<Drawing>;
  /** What the track list shows and Up and Down walk through, in its order. */
  readonly listedTrackIds: ReadonlySignal<Uint32Array>;
  /** Groups whose type is checked: what the group list shows. */
  readonly listedGroups: ReadonlySignal<readonly GroupView[]>;
  readonly #listInUse = signal<"tracks" | "groups">("tracks");

  constructor(parts: { workspace: Workspace; saver: Saver; player: Player; ui: EditorUi; tools?: Tools }) {
    this.workspace = parts.workspace;
    this.saver = parts.saver;
    this.player = parts.player;
    this.ui = parts.ui;
    this.types = new TypeChoices(parts.workspace);
    const { workspace, player } = this;

    this.shownFrame = computed(() => workspace.active.value.shown.value);
    this.pictures = new PictureWait(workspace, player, this.ui, this.shownFrame);
    this.#tools = parts.tools ?? tools;
    this.pointer = new Pointer(this, this.#tools);
    this.clipboard = new Clipboard(this);
    this.drawing = computed(() => {
      const mode = this.#mode.value;
      if (mode.kind === "creating") return "creation";
      if (mode.kind !== "editing") return "disabled";
      return this.pointer.editable.value.length === 0 || mode.adds !== undefined ? "creation" : "editing";
    });
    this.listedTrackIds = computed(() => {
      const byFrame = workspace.settings.settings.value.trackSettings.trackListSettings.filterDetectionsByFrame;
      const { trackOrder } = workspace.settings.settings.value.layout;
      const sorted = (ids: Uint32Array) => sortTracks(workspace.core, this.#toReview(ids), trackOrder);
      const visible = workspace.display.visibleTrackIds.value;
      if (!byFrame) return sorted(visible);
      const { count, trackIds } = workspace.core.frameQuery(
        this.shownFrame.value ?? (player.frame.value as FrameNumber),
      );
      return sorted(trackIds.slice(0, count));
    });

    this.listedGroups = computed(() => {
      const unchecked = workspace.display.uncheckedGroupTypes.value;
      return workspace.groups.value.filter((group) => isGroupShown(group, unchecked));
    });

    let readOnly = workspace.readOnly.peek();
    this.#stops.push(
      effect(() => {
        if (workspace.display.isNothingShown.value) this.dispatch({ type: "listEmptied" });
      }),
      effect(() => {
        if (workspace.readOnly.value === readOnly) return;
        readOnly = workspace.readOnly.peek();
        this.dispatch({ type: "readOnlyChanged" });
      }),
      workspace.onDocumentReplaced((camera, before) => {
        if (camera === workspace.active.peek()) this.#documentReplaced(before);
      }),
    );
  }

  /** Of these, what the list's filter of reviewed tracks lets through. */
  #toReview(ids: Uint32Array): Uint32Array {
    const filter = this.workspace.display.reviewFilter.value;
    if (filter === "all") return ids;
    const reviewed = this.workspace.display.reviewedTracks.value;
    return ids.filter((id) => reviewed.has(id as TrackId) === (filter === "reviewed"));
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

  /** What the person drew or edited last with the tools: new tracks begin with it. */
  get geometry(): Geometry {
    return this.#geometry;
  }

  /** The geometry that was picked last, where the track has it on this frame; otherwise its rectangle. */
  geometryToEdit(track: TrackId): Geometry {
    const { core } = this.workspace;
    const hasIt = core.hasTrack(track) && this.#tools[this.#geometry].read(core, track, this.frame).length > 0;
    return hasIt ? this.#geometry : "rectangle";
  }

  /**
   * Keys and panels are about this camera from now on; what is half drawn belongs to the one before. False, and the person is
   * told, while a counterpart is to be picked on another one.
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
        return this.pointer.dropShape();
      case "nextFrame":
        return this.player.seek(this.player.frame.peek() + 1);
      case "addTrack":
        return this.#addTrack(each.shape);
      case "setShape":
        return this.#setShape(each.trackId, each.shape, each.moved);
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

  #placeOf(tx: EditTransaction, track: TrackId): Place {
    return { tx, core: this.workspace.core, track, frame: this.frame };
  }

  #setShape(track: TrackId, shape: Shape, moved: Offset | undefined): void {
    if (!this.workspace.core.hasTrack(track)) this.#addTrack(shape, track);
    else if (moved === undefined) this.transact("setShape", (tx) => writeShape(this.#placeOf(tx, track), shape));
    else this.moveDetection(track, moved);
  }

  /** Moves what a track has on this frame, all of it. */
  moveDetection(track: TrackId, offset: Offset): void {
    this.transact("moveDetection", (tx) => moveDetection(this.#placeOf(tx, track), offset));
  }

  /** By the keyboard: the crosshair while something is drawn, the selected point, or all of the detection. */
  nudge(offset: Offset): void {
    if (this.drawing.peek() === "creation") return this.pointer.keys.moveCrosshair(offset);
    if (this.pointer.keys.movePoint(offset)) return;
    const track = this.selected;
    if (track !== undefined) this.moveDetection(track, offset);
  }

  /** By the keyboard: the right and the lower side of the selected box. */
  resize({ dx, dy }: Offset): void {
    const track = this.selected;
    const box = track === undefined ? undefined : readBox(this.workspace.core, track, this.frame);
    if (track === undefined || box?.kind !== "rectangle") return;
    const next = stretchBox(box, dx, dy);
    if (next !== undefined) this.setGeometry(next);
  }

  /** Puts a shape in the place of the one that the selected track has on this frame. Throws when nothing is selected. */
  setGeometry(shape: Shape): void {
    const track = this.selected;
    if (track === undefined) {
      throw new CoreError("no-track-selected", "Cannot call handleUpdateGeojson without a selected Track ID");
    }
    this.#setShape(track, shape, undefined);
  }

  /** What `deletePart` would take away: the shape or hole that is selected, or the only shape there is. */
  partToDelete(): SelectedPart | undefined {
    const editable = this.pointer.editable.value;
    const [only] = editable;
    return (
      this.pointer.part.value ??
      (editable.length === 1 && only ? { shape: only, ring: 0, point: undefined } : undefined)
    );
  }

  deletePart(): void {
    const part = this.partToDelete();
    const mode = this.#mode.peek();
    if (part === undefined || mode.kind !== "editing") return;
    const { shape, ring } = part;
    this.pointer.dropShape();
    if (shape.kind === "polygon" && ring > 0) this.#setShape(mode.trackId, withoutRing(shape, ring), undefined);
    else this.transact("deleteShape", (tx) => removeShape(this.#placeOf(tx, mode.trackId), shape));
  }

  /** @param id of a track that another camera has: it is the same object here */
  #addTrack(shape: Shape, id?: TrackId): void {
    const {
      mode,
      type: newType,
      modeSettings,
    } = this.workspace.settings.settings.peek().trackSettings.newTrackSettings;
    const elsewhere = id === undefined ? undefined : this.workspace.camerasWith(id)[0]?.document.peek().core.track(id);
    const type = (elsewhere && pairToShow(elsewhere)?.type) ?? newType;
    let added: TrackId | undefined;
    this.types.noteUsed(type);
    this.transact("addTrack", (tx) => {
      const interpolate = mode === "Track" && modeSettings.Track.interpolate;
      const bounds = boundsOfNew(shape);
      added = tx.addTrack({ type, frame: this.frame, bounds, interpolate, ...(id !== undefined && { id }) });
      if (elsewhere !== undefined && elsewhere.pairs.length > 0) tx.setPairs(added, elsewhere.pairs);
      writeGeometry(this.#placeOf(tx, added), shape);
    });
    if (added === undefined) return;
    // What somebody has just drawn must not be hidden by its type being unchecked.
    const { uncheckedTypes } = this.workspace.display.filters.peek();
    if (uncheckedTypes.has(type)) this.workspace.display.setTypesShown([type], true);
    this.dispatch({ type: "trackAdded", trackId: added });
  }

  // ----------------------------------------------------------------------------------------------------------- edits

  /** One step on the current frame; a rule that the core enforces is told to the person. */
  transact(label: EditLabel, edit: Parameters<Workspace["transact"]>[2], camera?: Camera): EditSummary | undefined {
    try {
      const refusal = this.workspace.editRefusal.peek();
      if (refusal !== undefined) {
        this.ui.refuse(refusal);
        return undefined;
      }
      const summary = this.workspace.transact(label, this.frame, edit, camera);
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
    // Of a shape that is half drawn, the last point.
    if (this.pointer.isPlacing.peek()) return this.pointer.deletePoint();
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
    const elsewhere = removed.filter((id) => this.workspace.camerasWith(id).length > 0);
    if (removed.length > 0) this.dispatch({ type: "tracksRemoved", trackIds: removed, elsewhere });
    for (const groupId of summary?.groups.removed ?? []) this.dispatch({ type: "groupRemoved", groupId });
  }

  /** Deletes tracks in one step, after asking when the person wants to be asked. */
  async deleteTracks(selected: readonly TrackId[]): Promise<void> {
    // What is selected may be on another camera alone.
    const ids = selected.filter((id) => this.workspace.core.hasTrack(id));
    if (ids.length === 0) return;
    const refusal = this.workspace.editRefusal.peek();
    if (refusal !== undefined) return this.ui.refuse(refusal);
    const { promptUser } = this.workspace.settings.settings.peek().trackSettings.deletionSettings;
    if (promptUser && !(await this.ui.confirmDelete(ids))) return;
    this.transact("deleteTracks", (tx) => {
      for (const id of ids) tx.deleteTrack(id);
    });
  }

  /**
   * Gives a track a type, and all that is selected with it. The type that a person gives is certain: it replaces the guesses. New
   * tracks take it too, unless theirs is pinned.
   */
  setType(id: TrackId, type: string): void {
    const { tracks } = this.workspace.selection.peek();
    this.giveType(tracks.has(id) ? [...tracks] : [id], type);
  }

  /** The same for these, in one step. */
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

  /** The list that Up and Down walk through. */
  get listInUse(): "tracks" | "groups" {
    return this.#listInUse.peek();
  }

  chooseList(list: "tracks" | "groups"): void {
    this.#listInUse.value = list;
  }

  /** Selects a group and its members: shows it where it is, or where it begins. */
  selectAndShowGroup(id: GroupId): void {
    if (isSelecting(this.#mode.peek())) this.dispatch({ type: "escape" });
    selectGroup(this, id);
    const group = findGroup(this, id);
    const frame = this.player.frame.peek();
    if (group !== undefined && (frame < group.begin || frame > group.end)) this.player.seek(group.begin);
  }

  /** Puts a track of a list into the selection, or takes it out. */
  toggleSelected(id: TrackId): void {
    this.dispatch({ type: "toggleSelected", trackId: id });
  }

  /** Puts what the list has between the primary track and this one into the selection. */
  selectTo(id: TrackId): void {
    const ids = this.listedTrackIds.peek();
    const [from, to] = [this.selected === undefined ? -1 : ids.indexOf(this.selected), ids.indexOf(id)];
    const between = from === -1 ? [id] : [...ids.slice(Math.min(from, to), Math.max(from, to) + 1)];
    this.dispatch({ type: "selectMore", trackIds: between as TrackId[] });
  }

  /** Selects a track from a list: shows it where it is, or where it begins. */
  selectAndShow(id: TrackId): void {
    this.dispatch({ type: "select", trackId: id });
    if (!this.workspace.core.hasTrack(id)) return;
    const { begin, end } = this.workspace.track(id);
    const frame = this.player.frame.peek();
    if (frame < begin || frame > end) this.player.seek(begin);
  }

  dispose(): void {
    this.types.dispose();
    this.pictures.dispose();
    this.pointer.dispose();
    for (const stop of this.#stops) stop();
  }
}
