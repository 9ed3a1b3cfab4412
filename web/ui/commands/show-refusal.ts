/** Says why a command did not run. The last one replaces those before instead of piling up. */

import { notifications } from "@mantine/notifications";
import type { TrackId } from "#core/types";
import { loadTexts } from "../../base/texts/index.ts";
import type { Refusal } from "../../commands/command.ts";
import { refusalText } from "../../commands/refusal-text.ts";

const id = "refusal";

/** Counts requested and withdrawn ones: only the last one is shown once the texts are loaded. */
let latest = 0;

export function showRefusal(reason: Refusal, track?: TrackId): void {
  hideRefusal();
  const own = latest;
  void loadTexts("commands").then(() => {
    if (own !== latest) return;
    notifications.show({ id, message: refusalText(reason, track), autoClose: 3500, withCloseButton: false });
  });
}

/** Its cause has gone: something else was done since. */
export function hideRefusal(): void {
  latest += 1;
  notifications.hide(id);
}
