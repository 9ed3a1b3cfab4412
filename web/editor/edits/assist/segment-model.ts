/** Which model the Segment tool uses, and letting it look at a frame before the first answer there. Loaded on first use. */

import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../editor.ts";
import { isDrawing } from "../../modes/mode.ts";

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
      (tell, signal) => assistants.chooseSegmenter(id === "" ? undefined : id, tell, signal),
    );
    preparations.delete(editor);
    const mode = editor.mode.peek();
    if (!isDrawing(mode) || mode.geometry !== "segment") {
      editor.dispatch({ type: "pickGeometry", geometry: "segment" });
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) editor.ui.reportFailure(error);
  }
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
  const { assistants } = editor;
  const model = assistants?.segmenter.peek()?.id;
  if (assistants === undefined || model === undefined) return;
  const before = preparations.get(editor);
  if (before?.camera === camera && before.frame === frame && before.model === model) return await before.done;
  const done = shown(editor, "seeing", onStop, (tell, signal) => assistants.see({ camera, frame }, tell, signal));
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
  work: (tell: (share: number) => void, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    onStop();
  };
  const tell = (share: number): void => {
    if (stopping.signal.aborted) return;
    editor.suggesting.value = { kind: share < 1 ? "loading" : kind, share, boxes: 0, frame: editor.frame, stop };
  };
  tell(kind === "seeing" ? 1 : 0);
  try {
    await work(tell, stopping.signal);
  } finally {
    if (editor.suggesting.peek()?.stop === stop) editor.suggesting.value = undefined;
  }
}
