/**
 * The editor of one open dataset: the mode, the edits that a person makes, and the commands' way to all of it. It changes
 * annotations through the workspace only and knows the page only through two small ports.
 */

import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type { EditSummary, FrameNumber, TrackId } from "#core/types";
import { boundsOfShape, type Shape } from "../base/shape.ts";
import type { View } from "../base/view.ts";
import type { AnnotationDocument } from "../session/annotation-document.ts";
import type { Camera } from "../session/camera.ts";
import { CoreError } from "../session/core-error.ts";
import type { Saver } from "../session/saver.ts";
import type { Moved, Workspace } from "../session/workspace.ts";
import {
  notEditing,
  reduceMode,
  trackOf,
  type BlockedReason,
  type Mode,
  type ModeEffect,
  type ModeEvent,
} from "./mode.ts";
import { PictureWait } from "./picture-wait.ts";
import { Pointer } from "./pointer.ts";
import type { EditLabel, EditorUi, Player, Refusal } from "./ports.ts";
import { tools, type Tools } from "./tools/index.ts";
import { writeGeometry, writeShape } from "./tools/write-shape.ts";
import { TypeChoices } from "./type-choices.ts";

export class Editor {
  readonly workspace: Workspace;
  readonly saver: Saver;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly types: TypeChoices;

  readonly #mode = signal<Mode>(notEditing);
  readonly #stops: (() => void)[] = [];

  readonly mode: ReadonlySignal<Mode> = this.#mode;
  /** The frame whose picture is on the screen: the one that is drawn, picked and edited. `undefined`: there is none. */
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  readonly pictures: PictureWait;
  readonly pointer: Pointer;
  /** What the track list shows and Up and Down walk through: ascending ids. */
  readonly listedTrackIds: ReadonlySignal<Uint32Array>;

  constructor(parts: { workspace: Workspace; saver: Saver; player: Player; ui: EditorUi; tools?: Tools }) {
    this.workspace = parts.workspace;
    this.saver = parts.saver;
    this.player = parts.player;
    this.ui = parts.ui;
    this.types = new TypeChoices(parts.workspace);
    const { workspace, player } = this;

    this.shownFrame = computed(() => workspace.active.value.shown.value);
    this.pictures = new PictureWait(workspace, player, this.ui, this.shownFrame);
    this.pointer = new Pointer(this, parts.tools ?? tools);
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
        return this.pointer.dropShape();
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

  dispose(): void {
    this.types.dispose();
    this.pictures.dispose();
    this.pointer.dispose();
    for (const stop of this.#stops) stop();
  }
}
