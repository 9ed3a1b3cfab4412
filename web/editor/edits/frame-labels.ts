/**
 * Labels intervals of the video: a key begins a label on the shown frame, and the same key ends it. On a frame that
 * already has the label, the key reopens that interval, so that the next press moves its end or beginning.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { Bounds, EditTransaction, FrameNumber, TrackId } from "#core/types";
import {
  frameLabelAttribute,
  labelSlotCount,
  listLabelNames,
  type FrameLabel,
  type LabelName,
} from "../../session/display/frame-labels.ts";
import type { Workspace } from "../../session/workspace.ts";
import type { Editing, Playing } from "./editing.ts";

export { labelSlotCount };

export class FrameLabels {
  readonly #editor: Editing & Playing;
  readonly #open = signal<ReadonlyMap<string, TrackId>>(new Map());

  /** The labels to choose from: up to nine labels with keys first. */
  readonly names: ReadonlySignal<readonly LabelName[]>;
  /** Open intervals, by label. */
  readonly open: ReadonlySignal<ReadonlyMap<string, FrameLabel>>;

  constructor(editor: Editing & Playing) {
    this.#editor = editor;
    const { workspace } = editor;
    this.names = computed(() => {
      void workspace.configuration.styleVersion.value;
      return listLabelNames(
        workspace.configuration.values.peek().customTypeStyling,
        workspace.display.frameLabels.value,
      );
    });
    this.open = computed(() => {
      const byId = new Map(workspace.display.frameLabels.value.map((label) => [label.id, label]));
      const open = [...this.#open.value].flatMap(([name, id]) => {
        const label = byId.get(id);
        return label?.name === name ? [[name, label] as const] : [];
      });
      return new Map(open);
    });
  }

  bySlot(slot: number): string | undefined {
    return this.names.value.find((each) => each.slot === slot)?.name;
  }

  /** Begins the label on the shown frame, or ends it there. */
  toggle(name: string): void {
    const editor = this.#editor;
    const frame = editor.frame;
    const open = this.open.peek().get(name);
    if (open !== undefined) {
      const [begin, end] = frame < open.begin ? [frame, open.end] : [open.begin, frame];
      const isDone = this.#setInterval("end", open, begin, end);
      if (isDone) this.#setOpen(name, undefined);
      return;
    }
    const here = editor.workspace.display.frameLabels
      .peek()
      .find((label) => label.name === name && label.begin <= frame && frame <= label.end);
    if (here !== undefined) {
      if (editor.workspace.editRefusal.peek() === undefined) this.#setOpen(name, here.id);
      return;
    }
    let id: TrackId | undefined;
    editor.transact({ kind: "frameLabel", change: "begin" }, (tx) => {
      id = tx.tracks.add({ type: name, frame, bounds: wholePicture(editor.workspace) });
      tx.tracks.setAttribute(id, frameLabelAttribute, true);
    });
    if (id !== undefined) this.#setOpen(name, id);
  }

  /** Sets the first and last frame, both inclusive. */
  setInterval(id: TrackId, begin: number, end: number): void {
    const label = this.#editor.workspace.display.frameLabels.peek().find((each) => each.id === id);
    const { maxFrame } = this.#editor.player;
    const inside = (frame: number) => Math.min(maxFrame, Math.max(0, Math.round(frame))) as FrameNumber;
    const [first, last] = [inside(Math.min(begin, end)), inside(Math.max(begin, end))];
    if (label === undefined || (label.begin === first && label.end === last)) return;
    this.#setInterval("move", label, first, last);
  }

  delete(id: TrackId): void {
    this.#editor.transact({ kind: "frameLabel", change: "delete" }, (tx) => tx.tracks.delete(id));
  }

  /** Gives a label the next free key. Returns false if no key is free or it already has one. */
  addName(name: string): boolean {
    const { workspace } = this.#editor;
    const names = this.names.peek();
    const taken = new Set(names.map(({ slot }) => slot));
    const slot = Array.from({ length: labelSlotCount }, (_, at) => at + 1).find((each) => !taken.has(each));
    const isKeyed = names.some((each) => each.name === name && each.slot !== undefined);
    if (name === "" || slot === undefined || isKeyed) return false;
    return workspace.configuration.change({
      customTypeStyling: { [name]: { ...this.#styleOf(name), frameLabel: slot } },
    });
  }

  /** Removes the key of a label; its intervals stay. */
  removeName(name: string): void {
    const { frameLabel: _slot, ...style } = this.#styleOf(name);
    this.#editor.workspace.configuration.change({ customTypeStyling: { [name]: style } });
  }

  #styleOf(name: string) {
    const styles = this.#editor.workspace.configuration.values.peek().customTypeStyling;
    return Object.hasOwn(styles, name) ? (styles[name] ?? {}) : {};
  }

  #setOpen(name: string, id: TrackId | undefined): void {
    const open = new Map(this.#open.peek());
    if (id === undefined) open.delete(name);
    else open.set(name, id);
    this.#open.value = open;
  }

  #setInterval(change: "end" | "move", label: FrameLabel, begin: FrameNumber, end: FrameNumber): boolean {
    const { core } = this.#editor.workspace;
    const bounds = core.detectionAt(label.id, label.begin)?.bounds ?? wholePicture(this.#editor.workspace);
    return (
      this.#editor.transact({ kind: "frameLabel", change }, (tx) => stretchTo(tx, label, begin, end, bounds)) !==
      undefined
    );
  }
}

/** Keyframes at both ends, nothing outside them, and a box on every frame in between. */
function stretchTo(
  tx: EditTransaction,
  { id, begin: oldBegin, end: oldEnd }: FrameLabel,
  begin: FrameNumber,
  end: FrameNumber,
  bounds: Bounds,
): void {
  tx.detections.setBounds(id, begin, bounds);
  tx.detections.setBounds(id, end, bounds);
  tx.detections.setInterpolateAll(id, true);
  // The old ends are ordinary frames now.
  for (const frame of new Set([oldBegin, oldEnd])) {
    if (frame > begin && frame < end) tx.detections.toggleKeyframe(id, frame);
  }
  if (oldBegin < begin) tx.detections.delete(id, oldBegin, (begin - 1) as FrameNumber);
  if (oldEnd > end) tx.detections.delete(id, (end + 1) as FrameNumber, oldEnd);
}

function wholePicture(workspace: Workspace): Bounds {
  const { width, height } = workspace.active.peek().view.picture;
  return [0, 0, width, height];
}
