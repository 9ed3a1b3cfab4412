/** Says how far a track was followed, and why no further. */

import { Button, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import type { FollowResult } from "../../editor/edits/following.ts";

/** The next result takes the place of this one. */
const id = "viewer-followed";

export function reportFollowed(result: FollowResult): void {
  const { track, keyframes, to, end, message = "", goOn } = result;
  const followed =
    keyframes === 0
      ? t("assist.notFollowed", { id: track })
      : t("assist.followed", { id: track, count: keyframes, to });
  const canGoOn = end === "lost" || end === "stopped" || end === "edited" || end === "failed" || end === "keyframe";
  notifications.hide(id);
  notifications.show({
    id,
    color: end === "failed" ? "red" : end === "lost" ? "yellow" : "green",
    autoClose: 15_000,
    message: (
      <Stack gap={6} align="flex-start">
        <Text size="sm">
          {followed} {end === "failed" ? t("assist.endfailed", { message }) : t(`assist.end${end}`)}
        </Text>
        {canGoOn && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              goOn();
            }}
          >
            {t("assist.goOn")}
          </Button>
        )}
      </Stack>
    ),
  });
}
