/** Shows why a command did not run. Each message replaces the previous one instead of piling up. */

import { notifications } from "@mantine/notifications";
import { signal } from "@preact/signals-core";
import type { TrackId } from "#core/types";
import { loadTexts } from "../../base/texts/index.ts";
import type { Refusal } from "../../commands/command.ts";
import { refusalText } from "../../commands/refusal-text.ts";

const id = "refusal";

/** Number of commands that did not run. */
export const refusals = signal(0);

/** Counts shown and hidden messages, so that only the last one is shown once the texts are loaded. */
let latest = 0;

export function showRefusal(reason: Refusal, track?: TrackId): void {
  hideRefusal();
  refusals.value += 1;
  const own = latest;
  void loadTexts("commands").then(() => {
    if (own !== latest) return;
    notifications.show({ id, message: refusalText(reason, track), autoClose: 3500, withCloseButton: false });
  });
}

/** Call it when the cause has gone, because the user did something else. */
export function hideRefusal(): void {
  latest += 1;
  notifications.hide(id);
}
