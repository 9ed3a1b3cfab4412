/** Reports once that a video has no playable sound; the pictures keep playing. */

import { notifications } from "@mantine/notifications";
import { t } from "../../../base/texts/index.ts";

export function announceSilence(error: unknown): void {
  console.warn("The sound cannot be played:", error);
  notifications.show({ id: "no-sound", message: t("viewer.noSound"), autoClose: 6000 });
}
