/** The lists of tracks and groups: their contents, which one Up and Down move through, and selecting from them. */

import { batch, computed, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, GroupId, TrackId } from "#core/types";
import { isGroupShown } from "../../session/display/filters.ts";
import type { GroupView } from "../../session/display/groups.ts";
import { selectTracks } from "../../session/display/selection.ts";
import type { Moded, Opened, Playing } from "../edits/editing.ts";
import { findGroup, selectGroup } from "../edits/group-edits.ts";
import { isSelecting } from "../modes/selecting-mode.ts";
import { sortTracks } from "./track-order.ts";

/** The part of the editor that the lists use. */
interface ListsEditor extends Opened, Moded, Playing {
  readonly selected: TrackId | undefined;
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
}

export class Lists {
  readonly #editor: ListsEditor;
  #inUse: "tracks" | "groups" = "tracks";

  /** The rows of the track list, in its order. */
  readonly trackIds: ReadonlySignal<Uint32Array>;
  /** Groups whose type is checked, as the group list shows them. */
  readonly groups: ReadonlySignal<readonly GroupView[]>;

  constructor(editor: ListsEditor) {
    this.#editor = editor;
    const { workspace, player } = editor;
    this.trackIds = computed(() => {
      const byFrame = workspace.settings.settings.value.trackSettings.trackListSettings.filterDetectionsByFrame;
      const { trackOrder } = workspace.settings.settings.value.layout;
      const sorted = (ids: Uint32Array) => sortTracks(workspace.core, this.#toReview(ids), trackOrder);
      const visible = workspace.display.visibleTrackIds.value;
      if (!byFrame) return sorted(visible);
      const frame = editor.shownFrame.value ?? player.frame.value;
      const { count, trackIds } = workspace.core.shown.frameQuery(frame);
      return sorted(trackIds.slice(0, count));
    });
    this.groups = computed(() => {
      const unchecked = workspace.display.uncheckedGroupTypes.value;
      return workspace.groups.value.filter((group) => isGroupShown(group, unchecked));
    });
  }

  /** Those that pass the filters for reviewed tracks and tracks with notes. */
  #toReview(ids: Uint32Array): Uint32Array {
    const { display } = this.#editor.workspace;
    const filter = display.reviewFilter.value;
    if (filter === "all") return ids;
    if (filter === "noted") {
      const notes = display.notes.value;
      return ids.filter((id) => notes.has(id as TrackId));
    }
    const reviewed = display.reviewedTracks.value;
    return ids.filter((id) => reviewed.has(id as TrackId) === (filter === "reviewed"));
  }

  /** The list that Up and Down move through. */
  get inUse(): "tracks" | "groups" {
    return this.#inUse;
  }

  choose(list: "tracks" | "groups"): void {
    this.#inUse = list;
  }

  /** Selects a track and shows it: on this frame if it is here, else where it starts. */
  selectAndShow(id: TrackId): void {
    const { workspace } = this.#editor;
    this.#editor.dispatch({ type: "select", trackId: id });
    if (workspace.core.hasTrack(id)) this.#showOneOf(workspace.core.track(id));
  }

  /** Selects a group and its members, and shows it: on this frame if it is here, else where it starts. */
  selectAndShowGroup(id: GroupId): void {
    const editor = this.#editor;
    if (isSelecting(editor.mode.peek())) editor.dispatch({ type: "escape" });
    selectGroup(editor, id);
    const group = findGroup(editor, id);
    if (group !== undefined) this.#showOneOf(group);
  }

  #showOneOf({ begin, end }: { readonly begin: FrameNumber; readonly end: FrameNumber }): void {
    const { player } = this.#editor;
    const frame = player.frame.peek();
    if (frame < begin || frame > end) player.seek(begin);
  }

  /** Adds a track to the selection, or removes it. */
  toggleSelected(id: TrackId): void {
    this.#editor.dispatch({ type: "toggleSelected", trackId: id });
  }

  /** Selects exactly the listed tracks, so that an action on the selection changes only visible tracks. */
  selectAll(): void {
    const { workspace, selected } = this.#editor;
    batch(() => {
      this.#editor.dispatch({ type: "selectMore", trackIds: [] });
      workspace.setSelection(selectTracks([...this.trackIds.peek()] as TrackId[], selected));
    });
  }

  /** Adds everything in the list between the primary track and this one to the selection. */
  selectTo(id: TrackId): void {
    const ids = this.trackIds.peek();
    const { selected } = this.#editor;
    const [from, to] = [selected === undefined ? -1 : ids.indexOf(selected), ids.indexOf(id)];
    const between = from === -1 ? [id] : [...ids.slice(Math.min(from, to), Math.max(from, to) + 1)];
    this.#editor.dispatch({ type: "selectMore", trackIds: between as TrackId[] });
  }
}
