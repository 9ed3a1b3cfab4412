/** The assistants there are, on the pictures of the open dataset. */

import type { Encoded } from "../../../assist/assistant.ts";
import { follow } from "../../../assist/follow.ts";
import { WorkerAssistant } from "../../../assist/worker-assistant.ts";
import type { Picture } from "../../../base/picture.ts";
import { t } from "../../../base/texts/index.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { openMedia } from "../../open/open-media.ts";
import type { OpenAssistants } from "./open-assistants.ts";

export function createAssistants(): OpenAssistants {
  const tracker = new WorkerAssistant(
    "tracker",
    ["box", "track"],
    () =>
      new Worker(new URL("../../../assist/tracker.worker.ts", import.meta.url), { type: "module", name: "tracker" }),
  );
  const segmenter = new WorkerAssistant(
    "segmenter",
    ["in", "out", "box"],
    () =>
      new Worker(new URL("../../../assist/segmenter.worker.ts", import.meta.url), {
        type: "module",
        name: "segmenter",
      }),
  );
  /** What the segmenter has looked at, which is open as long as it may look again. */
  let seen: { readonly camera: Camera; readonly frame: number; readonly encoded: Encoded } | undefined;
  let opened: Picture | undefined;

  async function encode(camera: Camera, frame: number, signal: AbortSignal): Promise<Encoded> {
    if (seen?.camera === camera && seen.frame === frame) return seen.encoded;
    const picture = await camera.source.peek()?.getFrame(frame, { signal });
    if (picture === undefined) throw new Error(t("refusals.pictureMissing"));
    const encoded = await segmenter.encode(picture, signal).catch((error: unknown) => {
      picture.close();
      throw error;
    });
    opened?.close();
    opened = picture;
    seen = { camera, frame, encoded };
    return encoded;
  }

  return {
    async segment({ camera, frame, prompts }, signal) {
      return await segmenter.infer(await encode(camera, frame, signal), prompts, signal);
    },
    async *follow({ camera, ...request }, signal) {
      // A decoder of its own: the one of the page serves whom is looking.
      const source = await openMedia(camera.info, signal);
      try {
        yield* follow(source, tracker, request, signal);
      } finally {
        source.dispose();
      }
    },
    dispose() {
      tracker.dispose();
      segmenter.dispose();
      opened?.close();
    },
  };
}
