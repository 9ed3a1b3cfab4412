/** The clipboard: boxes and geometry of detections, copied on one frame and pasted on others. Kept in memory only. */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { EditTransaction, FrameNumber, TrackId } from "#core/types";
import type { BoxBounds, Shape } from "../../base/shape.ts";
import { selectTracks } from "../../session/display/selection.ts";
import type { Workspace } from "../../session/workspace.ts";
import type { EditAction } from "../../session/undo/edit-action.ts";
import { readGeometry } from "../tools/read-shapes.ts";
import { writeGeometry } from "../tools/write-shape.ts";
import { pairToShow } from "../../session/display/shown-pair.ts";

interface Copied {
  readonly track: TrackId;
  readonly type: string | undefined;
  readonly bounds: BoxBounds;
  readonly shapes: readonly Shape[];
}

/** The part of the editor that the clipboard uses. */
interface ClipboardEditor {
  readonly workspace: Workspace;
  readonly frame: FrameNumber;
  readonly selected: TrackId | undefined;
  transact(action: EditAction, edit: (tx: EditTransaction) => void): unknown;
}

export class Clipboard {
  readonly #editor: ClipboardEditor;
  readonly #copied = signal<readonly Copied[]>([]);
  readonly isEmpty: ReadonlySignal<boolean> = computed(() => this.#copied.value.length === 0);

  constructor(editor: ClipboardEditor) {
    this.#editor = editor;
  }

  /** Copies every selected detection on this frame. */
  copy(): void {
    const { workspace, frame } = this.#editor;
    const { core } = workspace;
    this.#copied.value = [...workspace.selection.peek().tracks].flatMap((track) => {
      const bounds = core.detectionAt(track, frame)?.bounds;
      if (bounds === undefined) return [];
      const type = pairToShow(core.track(track))?.type;
      return [{ track, type, bounds: [...bounds] as const, shapes: readGeometry(core, track, frame) }];
    });
  }

  /**
   * Pastes on this frame in one step, each detection into its own track. A single one goes into the selected track, or
   * into a new track if nothing is selected or its own track is gone. New tracks are selected together with everything
   * else that was pasted.
   */
  paste(): void {
    const { selected } = this.#editor;
    const copied = this.#copied.peek();
    const [single] = copied;
    const { workspace } = this.#editor;
    const pasted: TrackId[] = [];
    let isAnyNew = false;
    const summary = this.#editor.transact({ kind: "detection", change: "paste" }, (tx) => {
      for (const each of copied) {
        const wanted = copied.length === 1 && each === single ? selected : each.track;
        const target = wanted !== undefined && workspace.core.hasTrack(wanted) ? wanted : undefined;
        pasted.push(this.#put(tx, each, target));
        isAnyNew ||= target === undefined;
      }
    });
    if (summary !== undefined && isAnyNew) workspace.setSelection(selectTracks(pasted));
  }

  /** Returns the track that now contains it. */
  #put(tx: EditTransaction, { type, bounds, shapes }: Copied, target: TrackId | undefined): TrackId {
    const { workspace, frame } = this.#editor;
    const { core, settings } = workspace;
    const { newTrackSettings } = settings.settings.peek().trackSettings;
    const track = target ?? tx.tracks.add({ type: type ?? newTrackSettings.type, frame, bounds });
    tx.detections.setBounds(track, frame, bounds);
    for (const kind of new Set(core.shapes(track, frame).map((shape) => shape.kind))) {
      tx.detections.removeGeometry(track, frame, kind);
    }
    for (const shape of shapes) writeGeometry({ tx, core, track, frame }, shape);
    return track;
  }
}
