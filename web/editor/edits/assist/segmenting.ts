/** Asks for the object that the prompts describe, and suggests the answer. The model is loaded on first use. */

import type { Prompt } from "../../../base/prompt.ts";
import type { Offer } from "../../../session/cameras/suggestions.ts";
import type { Editor } from "../../editor.ts";
import { trackOf } from "../../modes/drawing-mode.ts";
import { firstPolygonKey } from "../../tools/read-shapes.ts";
import { lookAt } from "./segment-model.ts";

/** The latest request of an editor; a later one replaces it. */
const requests = new WeakMap<Editor, { readonly stop: AbortController; readonly offer?: Offer }>();

/** Without prompts, withdraws the suggestion. */
export async function segment(editor: Editor, prompts: readonly Prompt[]): Promise<void> {
  const before = requests.get(editor);
  before?.stop.abort();
  const stop = new AbortController();
  requests.set(editor, { stop, ...(before?.offer && { offer: before.offer }) });
  const withdraw = (): void => {
    if (before?.offer !== undefined) editor.suggestions.withdraw(before.offer);
  };
  const camera = editor.workspace.active.peek();
  const frame = camera.shown.peek();
  if (editor.assistants === undefined || frame === undefined || prompts.length === 0) return withdraw();
  const drop = (): void => {
    stop.abort();
    editor.pointer.dropShape();
  };
  try {
    await lookAt(editor, camera, frame, () => {
      requests.get(editor)?.stop.abort();
      drop();
    });
    if (stop.signal.aborted) return;
    const [answer] = await editor.assistants.segment({ camera, frame, prompts }, stop.signal);
    if (stop.signal.aborted) return;
    if (answer === undefined) {
      withdraw();
      return editor.refuse("nothingFound");
    }
    const { shape, score } = answer;
    const trackId = trackOf(editor.mode.peek());
    const offer: Offer = {
      suggestions: [{ source: "segmenter", camera, frame, trackId, shape, score }],
      // Dropped as soon as the mode or the picture changes.
      isWanted: () => camera.shown.value === frame && editor.pointer.tool.value.state === "asking",
      accept() {
        drop();
        editor.dispatch({ type: "shapeFinished", shape: { ...shape, ...keyFor(editor) }, isDrawn: true });
      },
      refuse: drop,
    };
    editor.suggestions.put(offer);
    requests.set(editor, { stop, offer });
  } catch (error) {
    if (stop.signal.aborted) return;
    withdraw();
    editor.ui.reportFailure(error);
  }
}

/** Replaces the polygon that the edited detection has, unless the user is adding another one. */
function keyFor({ mode, workspace, frame }: Editor): { readonly key?: string } {
  const { kind, adds, trackId } = { adds: undefined, trackId: undefined, ...mode.peek() };
  if (kind !== "editing" || trackId === undefined || adds !== undefined) return {};
  const key = firstPolygonKey(workspace.core, trackId, frame);
  return key === undefined ? {} : { key };
}
