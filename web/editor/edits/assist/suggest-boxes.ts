/**
 * Suggests boxes: learns from the boxes of this dataset, or takes a model of the site, and searches the next frames.
 * Keys accept, skip or refuse each one; the learned detector improves with these decisions. Loaded on first use.
 */

import type { FrameNumber } from "#core/types";
import type { FoundObject, RefusedBox } from "../../../base/prompt.ts";
import type { BoxBounds } from "../../../base/shape.ts";
import type { AnnotationDocument } from "../../../session/document/annotation-document.ts";
import { markMadeByDetector } from "../../../session/document/origin.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Offer, Suggestion } from "../../../session/cameras/suggestions.ts";
import type { Editor } from "../../editor.ts";
import { overlap } from "./best-keyframe.ts";
import { lessonsOf } from "./lessons.ts";
import { kindOfNew } from "../new-objects.ts";

/** Fewer boxes are not enough to learn from. */
const minBoxes = 5;
/** How many frames one key press searches. */
const maxScanned = 60;
/** After this many decisions it learns again; one refusal counts as all of them. */
const enoughDecisions = 5;
/** A suggestion that overlaps an existing or refused box by more than this is the same object. */
const sameOverlap = 0.3;

/** Known facts about one document. */
interface Knowledge {
  readonly refused: RefusedBox[];
  decisions: number;
  isLearned: boolean;
  /** The model that suggests; absent: the detector learned here. */
  model?: string | undefined;
}

const known = new WeakMap<AnnotationDocument, Knowledge>();

/** Starts on the shown frame. */
export async function suggestBoxes(editor: Editor): Promise<void> {
  const camera = editor.workspace.active.peek();
  editor.player.pause();
  const knowledge = knowledgeOf(camera);
  // Include boxes drawn meanwhile.
  [knowledge.isLearned, knowledge.model] = [false, undefined];
  await suggestFrom(editor, camera, editor.frame, maxScanned);
}

/** The same with a model of the site, which the user chooses. */
export async function suggestWithModel(editor: Editor): Promise<void> {
  const { assistants } = editor;
  if (assistants === undefined) return editor.refuse("noModels");
  const camera = editor.workspace.active.peek();
  editor.player.pause();
  try {
    const offers = await assistants.models("detector", new AbortController().signal);
    if (offers.length === 0) return editor.refuse("noModels");
    const model = await editor.ui.chooseModel("detector", offers);
    if (model === undefined) return;
    knowledgeOf(camera).model = model;
    editor.detectorName.value = offers.find(({ id }) => id === model)?.name;
  } catch (error) {
    return editor.ui.reportFailure(error);
  }
  await suggestFrom(editor, camera, editor.frame, maxScanned);
}

function knowledgeOf(camera: Camera): Knowledge {
  const document = camera.document.peek();
  const knowledge = known.get(document) ?? { refused: [], decisions: 0, isLearned: false };
  known.set(document, knowledge);
  return knowledge;
}

async function suggestFrom(editor: Editor, camera: Camera, first: number, frames: number): Promise<void> {
  const { assistants } = editor;
  if (assistants === undefined) return editor.refuse("nothingSuggested");
  const document = camera.document.peek();
  const knowledge = knowledgeOf(camera);
  const stop = new AbortController();
  const isCurrent = (): boolean =>
    !stop.signal.aborted && editor.suggesting.peek() !== undefined && camera.document.peek() === document;
  const last = Math.min(editor.player.maxFrame, first + frames - 1);
  try {
    const { model } = knowledge;
    if (model !== undefined) {
      const onProgress = (share: number): void => {
        if (stop.signal.aborted) return;
        editor.suggesting.value = { kind: "loading", share, boxes: 0, frame: first, stop: () => stop.abort() };
      };
      onProgress(0);
      await assistants.loadModel("detector", model, onProgress, stop.signal);
    } else if (!knowledge.isLearned || knowledge.decisions >= enoughDecisions) {
      const lessons = lessonsOf(camera, first);
      const boxes = lessons.flatMap((lesson) => lesson.boxes).filter(({ type }) => type !== undefined).length;
      if (boxes < minBoxes) return editor.refuse("tooFewToLearn");
      const onProgress = (share: number): void => {
        if (stop.signal.aborted) return;
        editor.suggesting.value = { kind: "learning", share, boxes, frame: first, stop: () => stop.abort() };
      };
      onProgress(0);
      knowledge.isLearned = false;
      await assistants.learn({ camera, frames: lessons, refused: knowledge.refused }, onProgress, stop.signal);
      [knowledge.isLearned, knowledge.decisions] = [true, 0];
    }
    for (let frame = first; frame <= last; frame++) {
      editor.suggesting.value = { kind: "looking", share: 1, boxes: 0, frame, stop: () => stop.abort() };
      const objects = await assistants.find({ camera, frame, model }, stop.signal);
      if (!isCurrent()) return;
      const fresh = newOnes(camera, frame, objects, knowledge.refused);
      if (fresh.length === 0) continue;
      editor.player.seek(frame);
      offer(editor, camera, frame as FrameNumber, fresh, 0);
      return;
    }
    editor.refuse(model === undefined ? "nothingSuggested" : "nothingDetected");
  } catch (error) {
    if (!stop.signal.aborted) editor.ui.reportFailure(error);
  } finally {
    if (camera.document.peek() === document) editor.suggesting.value = undefined;
  }
}

/** Drops suggestions for boxes that exist or were refused. */
function newOnes(
  camera: Camera,
  frame: number,
  found: readonly FoundObject[],
  refused: readonly RefusedBox[],
): readonly FoundObject[] {
  const { core } = camera.document.peek();
  const list = core.shown.frameQuery(frame as FrameNumber);
  const there = [...list.trackIds.subarray(0, list.count)].map((id): BoxBounds => {
    const [x1, y1, x2, y2] = core.detectionAt(id as never, frame as FrameNumber)?.bounds ?? [0, 0, 0, 0];
    return [x1, y1, x2, y2];
  });
  const excluded = [...there, ...refused.filter((one) => one.frame === frame).map(({ bounds }) => bounds)];
  return found.filter(({ bounds }) => excluded.every((box) => overlap(box, bounds) < sameOverlap));
}

/** Shows the suggestions, one of them as the current one. If none is left, searches the next frames. */
function offer(editor: Editor, camera: Camera, frame: FrameNumber, left: readonly FoundObject[], at: number): void {
  const current = left[Math.min(at, left.length - 1)];
  if (current === undefined) return searchNextFrames(editor, camera, frame);
  const index = left.indexOf(current);
  const without = left.filter((one) => one !== current);
  const knowledge = knowledgeOf(camera);
  const suggestions = left.map(({ bounds, score, type }): Suggestion => ({
    source: "detector",
    camera,
    frame,
    score,
    type,
    shape: { kind: "rectangle", bounds },
  }));
  const shown: Offer = {
    suggestions,
    current: index,
    isWanted: () => camera.shown.value === frame,
    accept() {
      if (!take(editor, camera, frame, current)) return editor.suggestions.put(shown);
      knowledge.decisions++;
      offer(editor, camera, frame, without, index);
    },
    refuseOne() {
      knowledge.refused.push({ frame, bounds: current.bounds, type: current.type });
      knowledge.decisions += enoughDecisions;
      offer(editor, camera, frame, without, index);
    },
    step(by) {
      if (index + by >= left.length) return searchNextFrames(editor, camera, frame);
      offer(editor, camera, frame, left, Math.max(0, index + by));
    },
  };
  editor.suggestions.put(shown);
}

function searchNextFrames(editor: Editor, camera: Camera, frame: FrameNumber): void {
  editor.suggestions.withdraw();
  if (frame >= editor.player.maxFrame) {
    return editor.refuse(knowledgeOf(camera).model === undefined ? "nothingSuggested" : "nothingDetected");
  }
  void suggestFrom(editor, camera, frame + 1, maxScanned);
}

/** One step: a new track marked with its origin. */
function take(editor: Editor, camera: Camera, frame: FrameNumber, { bounds, type }: FoundObject): boolean {
  const { modeSettings } = editor.workspace.settings.settings.peek().trackSettings.newTrackSettings;
  const [x1, y1, x2, y2] = bounds.map(Math.round) as [number, number, number, number];
  editor.workspace.display.types.recordUsed(type);
  const done = editor.transact(
    { kind: "track", change: "acceptSuggestion" },
    (tx) => {
      const interpolate = kindOfNew(editor) === "Track" && modeSettings.Track.interpolate;
      // The user has confirmed it, so it counts as drawn.
      const id = tx.tracks.add({ type, frame, bounds: [x1, y1, x2, y2], interpolate });
      markMadeByDetector(tx, id, frame);
    },
    camera,
  );
  return done !== undefined;
}
