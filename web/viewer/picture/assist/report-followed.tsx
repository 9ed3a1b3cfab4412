/** Reports how far tracks were followed, and why following stopped. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../../../base/texts/index.ts";
import type { FollowedTrack, FollowEnd, FollowResult } from "../../../editor/edits/follow/following.ts";

/** The next result replaces this one. */
const id = "viewer-followed";
const autoCloseMs = { one: 15_000, several: 40_000 };

export function reportFollowed(result: FollowResult): void {
  const stops = groupByStop(result.tracks);
  const ends = new Set(result.tracks.map(({ end }) => end));
  notifications.hide(id);
  notifications.show({
    id,
    color: ends.has("failed") ? "red" : ends.has("lost") ? "yellow" : "green",
    autoClose: stops.length > 1 ? autoCloseMs.several : autoCloseMs.one,
    message: <Followed result={result} stops={stops} />,
  });
}

function Followed({ result, stops }: { result: FollowResult; stops: readonly (readonly FollowedTrack[])[] }) {
  const { tracks, from, left, pointed = 0 } = result;
  const count = keyframesOf(tracks);
  const isOne = stops.length === 1;
  const back = count > 0 && (
    <Button
      size="compact-xs"
      variant="default"
      title={t("followed.goBackHint")}
      onClick={() => {
        notifications.hide(id);
        result.goBack();
      }}
    >
      {t("followed.goBack")}
    </Button>
  );
  return (
    <Stack gap={6} align="flex-start" mah="40vh" style={{ overflowY: "auto" }}>
      {!isOne && <Text size="sm">{t("followed.followedInAll", { count, tracks: tracks.length })}</Text>}
      {stops.map((stopped) => (
        <Stack key={stopped[0]?.track} gap={6} align="flex-start">
          <Text size="sm">{textOf(stopped, result.message)}</Text>
          <Group gap={6}>
            {canResume(stopped[0]?.end) && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  notifications.hide(id);
                  const ids = stopped.map(({ track }) => track);
                  result.resume(ids, stopped[0]?.to ?? from);
                }}
              >
                {t("followed.goOn")}
              </Button>
            )}
            {isOne && back}
          </Group>
        </Stack>
      ))}
      {pointed > 0 && <Text size="sm">{t("followed.pointed", { count: pointed })}</Text>}
      {left > 0 && <Text size="sm">{t("followed.left", { count: left, from })}</Text>}
      {!isOne && back}
    </Stack>
  );
}

function canResume(end: FollowEnd | undefined): boolean {
  return end !== "outside" && end !== "end";
}

/** Groups tracks that stopped on the same frame for the same reason. */
function groupByStop(tracks: readonly FollowedTrack[]): readonly (readonly FollowedTrack[])[] {
  return [...Map.groupBy(tracks, ({ to, end }) => `${to} ${end}`).values()];
}

function keyframesOf(tracks: readonly FollowedTrack[]): number {
  return tracks.reduce((sum, { keyframes }) => sum + keyframes, 0);
}

function textOf(stopped: readonly FollowedTrack[], message = ""): string {
  const [first, ...more] = stopped;
  if (first === undefined) return "";
  const { track, to, end } = first;
  const count = keyframesOf(stopped);
  const ids = stopped.map((each) => each.track).join(", ");
  const one = count === 0 ? t("followed.notFollowed", { id: track }) : t("followed.followed", { id: track, count, to });
  const several =
    count === 0 ? t("followed.notFollowedSeveral", { ids }) : t("followed.followedSeveral", { ids, count, to });
  const why = end === "failed" ? t("followed.endfailed", { message }) : t(`followed.end${end}`);
  return `${more.length > 0 ? several : one} ${why}`;
}
