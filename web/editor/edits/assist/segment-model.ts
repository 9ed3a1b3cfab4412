/** Which model the Segment tool uses, and letting it look at a frame before the first answer there. Loaded on first use. */

import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../editor.ts";
import { isDrawing } from "../../modes/drawing-mode.ts";

/** Asks for the model, fetches it, and picks the tool. */
export async function chooseSegmenter(editor: Editor): Promise<void> {
  const { assistants } = editor;
  if (assistants === undefined) return editor.refuse("noSegmenters");
  editor.player.pause();
  try {
    const offers = await assistants.models("segmenter", new AbortController().signal);
    if (offers.length === 0) return editor.refuse("noSegmenters");
    const id = await editor.ui.chooseModel("segmenter", offers);
    if (id === undefined) return;
    await shown(
      editor,
      "loading",
      () => undefined,
      (onProgress, signal) => assistants.chooseSegmenter(id === "" ? undefined : id, onProgress, signal),
    );
    editor.workspace.settings.change({ annotatorPreferences: { segmenterModel: id } });
    preparations.delete(editor);
    const mode = editor.mode.peek();
    if (!isDrawing(mode) || mode.geometry !== "segment") {
      editor.dispatch({ type: "pickGeometry", geometry: "segment" });
    }
  } catch (error) {
    reportUnlessStopped(editor, error);
  }
}

function reportUnlessStopped(editor: Editor, error: unknown): void {
  if (!(error instanceof DOMException && error.name === "AbortError")) editor.ui.reportFailure(error);
}

const restored = new WeakMap<Editor, Promise<void>>();

/** Opens the model that the user chose on an earlier visit, once, if nothing has to be fetched for it. */
export function restoreSegmenter(editor: Editor): Promise<void> {
  const running = restored.get(editor) ?? restore(editor).catch((error: unknown) => reportUnlessStopped(editor, error));
  restored.set(editor, running);
  return running;
}

async function restore(editor: Editor): Promise<void> {
  const { assistants, workspace } = editor;
  const id = workspace.settings.settings.peek().annotatorPreferences.segmenterModel;
  if (assistants === undefined || id === "" || assistants.segmenter.peek() !== undefined) return;
  const offers = await assistants.models("segmenter", new AbortController().signal);
  // Users learn of a download before it starts: they choose the model again.
  if (offers.find((one) => one.id === id)?.bytes !== 0) {
    workspace.settings.change({ annotatorPreferences: { segmenterModel: "" } });
    return editor.refuse("segmenterGone");
  }
  await shown(
    editor,
    "loading",
    () => undefined,
    (onProgress, signal) => assistants.chooseSegmenter(id, onProgress, signal),
  );
}

interface Preparation {
  readonly camera: Camera;
  readonly frame: number;
  readonly model: string;
  readonly done: Promise<void>;
}

/** The latest of an editor: several clicks wait for the same one. */
const preparations = new WeakMap<Editor, Preparation>();

/**
 * Lets the chosen model look at the frame, if there is one and it has not yet. @param onStop the user stopped it
 * @throws its error
 */
export async function lookAt(editor: Editor, camera: Camera, frame: number, onStop: () => void): Promise<void> {
  await restoreSegmenter(editor);
  const { assistants } = editor;
  const model = assistants?.segmenter.peek()?.id;
  if (assistants === undefined || model === undefined) return;
  const before = preparations.get(editor);
  if (before?.camera === camera && before.frame === frame && before.model === model) return await before.done;
  const done = shown(editor, "seeing", onStop, (onProgress, signal) =>
    assistants.see({ camera, frame }, onProgress, signal),
  );
  const preparation: Preparation = { camera, frame, model, done };
  preparations.set(editor, preparation);
  try {
    await done;
  } catch (error) {
    if (preparations.get(editor) === preparation) preparations.delete(editor);
    throw error;
  }
}

/** Runs work that users see, and stop with Escape. */
async function shown(
  editor: Editor,
  kind: "loading" | "seeing",
  onStop: () => void,
  work: (onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    onStop();
  };
  const onProgress = (share: number): void => {
    if (stopping.signal.aborted) return;
    editor.suggesting.value = { kind: share < 1 ? "loading" : kind, share, boxes: 0, frame: editor.frame, stop };
  };
  onProgress(kind === "seeing" ? 1 : 0);
  try {
    await work(onProgress, stopping.signal);
  } finally {
    if (editor.suggesting.peek()?.stop === stop) editor.suggesting.value = undefined;
  }
}
