/** Says why a command did not run. The last one replaces those before instead of piling up. */

import { notifications } from "@mantine/notifications";
import type { TrackId } from "#core/types";
import type { Refusal } from "../../commands/command.ts";
import { refusalText } from "../../commands/refusal-text.ts";

const id = "refusal";

export function showRefusal(reason: Refusal, track?: TrackId): void {
  notifications.hide(id);
  notifications.show({ id, message: refusalText(reason, track), autoClose: 3500, withCloseButton: false });
}

/** Its cause has gone: something else was done since. */
export function hideRefusal(): void {
  notifications.hide(id);
}
