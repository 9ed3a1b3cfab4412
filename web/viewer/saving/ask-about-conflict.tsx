/** Asks whose version of a track or group stays, when two people have changed it. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { t } from "../../base/texts/index.ts";
import type { ConflictChoice } from "../../session/save-document.ts";
import type { Conflict } from "../../session/saver.ts";
import { pairToShow } from "../../session/shown-pair.ts";

const mostListed = 20;

/** "Track 4 (fish)", "Group 2": what both sides have changed. */
function describe({ trackIds, groupIds, camera }: Conflict): string[] {
  const { core } = camera.document.peek();
  const tracks = trackIds.map((id) => {
    const pair = core.hasTrack(id) ? pairToShow(core.track(id)) : undefined;
    return pair === undefined
      ? t("viewer.conflictTrack", { id })
      : t("viewer.conflictTrackOfType", { id, type: pair.type });
  });
  return [...tracks, ...groupIds.map((id) => t("viewer.conflictGroup", { id }))];
}

export function askAboutConflict(conflict: Conflict): Promise<ConflictChoice> {
  const names = describe(conflict);
  const isGroupsOnly = conflict.trackIds.length === 0;
  return new Promise((resolve) => {
    let choice: ConflictChoice = "cancel";
    const id = modals.open({
      title: t(isGroupsOnly ? "viewer.conflictTitleGroups" : "viewer.conflictTitle"),
      onClose: () => resolve(choice),
      children: (
        <Stack gap="md">
          <Text>{t("viewer.conflictBody")}</Text>
          <Text fw={600}>
            {names.slice(0, mostListed).join(", ")}
            {names.length > mostListed && `, … (${names.length})`}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => answer("cancel")}>
              {t("viewer.conflictLater")}
            </Button>
            <Button variant="default" onClick={() => answer("theirs")}>
              {t("viewer.conflictTheirs")}
            </Button>
            <Button onClick={() => answer("mine")} data-autofocus>
              {t("viewer.conflictMine")}
            </Button>
          </Group>
        </Stack>
      ),
    });

    function answer(given: ConflictChoice): void {
      choice = given;
      modals.close(id);
    }
  });
}
