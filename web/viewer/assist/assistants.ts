/** The assistants there are, on the pictures of the open dataset. */

import { follow } from "../../assist/follow.ts";
import { WorkerAssistant } from "../../assist/worker-assistant.ts";
import { openMedia } from "../open/open-media.ts";
import type { OpenAssistants } from "./open-assistants.ts";

export function createAssistants(): OpenAssistants {
  const tracker = new WorkerAssistant(
    "tracker",
    ["box", "track"],
    () => new Worker(new URL("../../assist/tracker.worker.ts", import.meta.url), { type: "module", name: "tracker" }),
  );
  return {
    async *follow({ camera, ...request }, signal) {
      // A decoder of its own: the one of the page serves whom is looking.
      const source = await openMedia(camera.info, signal);
      try {
        yield* follow(source, tracker, request, signal);
      } finally {
        source.dispose();
      }
    },
    dispose: () => tracker.dispose(),
  };
}
