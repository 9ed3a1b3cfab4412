/**
 * Reads burned-in text, such as a clock, from a box: on this frame, and once the user has checked the result there, on
 * every frame of a range. Stored as a detection attribute, in one undo step. Loaded on first use.
 */

import type { FrameNumber, TrackId } from "#core/types";
import type { ReadFrame, ReadText } from "../../../base/prompt.ts";
import type { BoxBounds } from "../../../base/shape.ts";
import { attributeKey, newDefinition } from "../../../session/attributes/definition.ts";
import { parseValue, type AttributeScalar } from "../../../session/attributes/values.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../editor.ts";
import type { Assistants, ReadTextRequest, TextRange } from "../../assistants.ts";
import { boxOn } from "../follow/write-followed.ts";

/** Marks text read with little confidence; removed when the frame is read again with more. */
const doubtfulAttribute = "doubtful";

/** Readers that users have chosen, by editor: asked for once. */
const chosen = new WeakMap<Editor, string>();
/** Stops waiting for a box. */
const waiting = new WeakMap<Editor, () => void>();

/** In the box of the selected track; without one, in the next box that the user draws. */
export async function readText(editor: Editor): Promise<void> {
  const camera = editor.workspace.active.peek();
  const track = editor.workspace.selectedTrack.peek();
  editor.player.pause();
  if (track !== undefined && boxOn(camera, track, editor.frame) !== undefined)
    return await readIn(editor, camera, track);
  waiting.get(editor)?.();
  editor.dispatch({ type: "create", geometry: "rectangle" });
  const stops = [
    editor.workspace.onEdit(({ camera: edited, summary, action }) => {
      const [drawn] = summary.tracks.added;
      if (edited !== camera || drawn === undefined || action === undefined) return;
      stop();
      // Once the editor has finished the step.
      queueMicrotask(() => void readIn(editor, camera, drawn));
    }),
    editor.mode.subscribe(({ kind }) => {
      if (kind !== "creating") queueMicrotask(() => stop());
    }),
  ];
  const stop = (): void => {
    for (const end of stops.splice(0)) end();
    waiting.delete(editor);
  };
  waiting.set(editor, stop);
}

async function readIn(editor: Editor, camera: Camera, id: TrackId): Promise<void> {
  const { assistants, frame } = editor;
  const box = boxOn(camera, id, frame);
  if (assistants === undefined || box === undefined) return;
  const document = camera.document.peek();
  const track: ReadTrack = { id };
  const stop = editor.workspace.onEdit(({ camera: edited, newIds }) => {
    if (edited === camera) track.id = (newIds?.get(track.id) ?? track.id) as TrackId;
  });
  try {
    if (!(await loadReader(editor, assistants))) return;
    const { first, frameMs } = await shown(editor, frame, async (_onProgress, signal) => {
      const read = await readOne(assistants, { camera, frames: [frame], regionOn: () => box }, signal);
      // The second time models and pictures are ready.
      const startMs = performance.now();
      const again = { camera, frames: [frame], regionOn: () => box, example: read?.text ?? "0" };
      await readOne(assistants, again, signal);
      return { first: read, frameMs: performance.now() - startMs };
    });
    const { maxFrame } = editor.player;
    const range = await editor.ui.askReading({ frame, maxFrame, first, frameMs });
    if (range === undefined || camera.document.peek() !== document || !document.core.hasTrack(track.id)) return;
    await readRange(editor, camera, { track, box, range, frame });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) editor.ui.reportFailure(error);
  } finally {
    stop();
  }
}

/** @returns whether one is open: the user may not choose any */
async function loadReader(editor: Editor, assistants: Assistants): Promise<boolean> {
  const offers = await assistants.models("text", new AbortController().signal);
  if (offers.length === 0) {
    editor.refuse("noReaders");
    return false;
  }
  const known = offers.find(({ id }) => id === chosen.get(editor))?.id;
  const id = known ?? (await editor.ui.chooseModel("text", offers));
  if (id === undefined) return false;
  await shown(editor, editor.frame, (onProgress, signal) => assistants.loadModel("text", id, onProgress, signal));
  chosen.set(editor, id);
  return true;
}

async function readOne(
  assistants: Assistants,
  request: ReadTextRequest,
  signal: AbortSignal,
): Promise<ReadText | undefined> {
  for await (const { read } of assistants.readText(request, signal)) return read;
  return undefined;
}

/** The id changes when the track is saved under another. */
interface ReadTrack {
  id: TrackId;
}

interface Reading {
  readonly track: Readonly<ReadTrack>;
  readonly box: BoxBounds;
  readonly range: TextRange;
  /** The frame that the user has checked. */
  readonly frame: number;
}

async function readRange(editor: Editor, camera: Camera, { track, box, range, frame }: Reading): Promise<void> {
  const { assistants } = editor;
  if (assistants === undefined) return;
  const { text: example, attribute, from, to, every } = range;
  const frames: number[] = [];
  for (let at = from; at <= to; at += every) if (at !== frame) frames.push(at);
  const document = camera.document.peek();
  // Of a track that moves, the box on each frame.
  const regionOn = (at: number): BoxBounds => boxOn(camera, track.id, at) ?? box;
  // The checked frame is certain.
  const readFrames: ReadFrame[] = [{ frame, read: { text: example, score: 1, isDoubtful: false } }];
  let isStopped = false;
  let failure: unknown;
  if (frames.length > 0) {
    await shown(editor, from, async (_onProgress, signal) => {
      const say = (at: number, done: number): void => {
        const share = done / frames.length;
        if (editor.suggesting.peek() === undefined) return;
        editor.suggesting.value = { ...editor.suggesting.peek()!, kind: "reading", share, frame: at };
      };
      try {
        for await (const one of assistants.readText({ camera, frames, regionOn, example }, signal)) {
          readFrames.push(one);
          say(one.frame, readFrames.length - 1);
        }
      } catch (error) {
        // The frames read until then stay.
        isStopped = true;
        if (!signal.aborted) failure = error;
      }
    });
  }
  if (editor.isDisposed) return;
  if (failure !== undefined) editor.ui.reportFailure(failure);
  if (camera.document.peek() !== document || !document.core.hasTrack(track.id)) return;
  const read = readFrames.filter(({ read: one }) => one !== undefined).toSorted((a, b) => a.frame - b.frame);
  const values = read.map((one) => valueOf(editor, attribute, one));
  const isWritten = editor.workspace.steps.asOneStep(() => {
    if (!write(editor, camera, track.id, attribute, values, regionOn)) return false;
    define(editor, attribute);
    return true;
  });
  if (!isWritten) return;
  const doubtful = values.filter(({ isDoubtful }) => isDoubtful).map((one) => one.frame);
  const empty = readFrames.filter(({ read: one }) => one === undefined).map((one) => one.frame);
  editor.ui.reportRead({
    attribute,
    read: read.length,
    doubtful,
    empty,
    left: isStopped ? frames.length + 1 - readFrames.length : 0,
    goTo(at) {
      if (!document.core.hasTrack(track.id) || !editor.activate(camera)) return;
      editor.dispatch({ type: "select", trackId: track.id });
      editor.player.seek(at);
    },
  });
}

/** Whether these are frames of the video, and a step that gets to the last of them. */
export function isTextRange(
  { from, to, every }: Readonly<Record<"from" | "to" | "every", unknown>>,
  maxFrame: number,
): boolean {
  if (![from, to, every].every((value) => Number.isInteger(value))) return false;
  return Number(every) >= 1 && Number(from) >= 0 && Number(from) <= Number(to) && Number(to) <= maxFrame;
}

interface ReadValue {
  readonly frame: number;
  readonly value: AttributeScalar | undefined;
  readonly isDoubtful: boolean;
}

/** The text as the attribute stores it; doubtful if it is not a value of its datatype, or only begins with one. */
function valueOf({ workspace }: Editor, name: string, { frame, read }: ReadFrame): ReadValue {
  const { datatype = "text" } = workspace.configuration.values.peek().attributes[attributeKey("detection", name)] ?? {};
  const value = parseValue(datatype, read?.text ?? "");
  if (datatype === "text") return { frame, value, isDoubtful: read?.isDoubtful === true };
  const isWhole = datatype === "number" ? Number.isFinite(Number(read?.text)) : value !== "invalid";
  return { frame, value: value === "invalid" ? undefined : value, isDoubtful: !isWhole || read?.isDoubtful === true };
}

/** One step. @returns whether it was allowed */
function write(
  editor: Editor,
  camera: Camera,
  track: TrackId,
  attribute: string,
  found: readonly ReadValue[],
  regionOn: (frame: number) => BoxBounds,
): boolean {
  const { core } = camera.document.peek();
  const places = new Map(found.map(({ frame }) => [frame, regionOn(frame)]));
  const done = editor.transact(
    { kind: "track", change: "readText" },
    (tx) => {
      for (const { frame: at, value, isDoubtful } of found) {
        const frame = at as FrameNumber;
        if (core.detectionAt(track, frame)?.isKeyframe !== true) tx.detections.setBounds(track, frame, places.get(at)!);
        tx.detections.setAttribute(track, frame, attribute, value);
        const isMarked = core.detectionAttributes(track, frame)[doubtfulAttribute] !== undefined;
        if (isDoubtful) tx.detections.setAttribute(track, frame, doubtfulAttribute, true);
        else if (isMarked) tx.detections.setAttribute(track, frame, doubtfulAttribute, undefined);
      }
    },
    camera,
  );
  return done !== undefined;
}

/** Lists the attribute, so that its values are shown. */
function define({ workspace: { configuration } }: Editor, name: string): void {
  const key = attributeKey("detection", name);
  if (configuration.values.peek().attributes[key] !== undefined) return;
  configuration.change({ attributes: { [key]: { ...newDefinition("detection"), name, key } } });
}

/** Runs work that users see, and stop with Escape. */
async function shown<T>(
  editor: Editor,
  frame: number,
  work: (onProgress: (share: number) => void, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const onProgress = (share: number): void => {
    if (stopping.signal.aborted) return;
    editor.suggesting.value = { kind: share < 1 ? "loading" : "reading", share: share % 1, boxes: 0, frame, stop };
  };
  onProgress(1);
  try {
    return await work(onProgress, stopping.signal);
  } finally {
    if (editor.suggesting.peek()?.stop === stop) editor.suggesting.value = undefined;
  }
}
