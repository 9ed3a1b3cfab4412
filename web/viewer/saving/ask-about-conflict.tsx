/** Asks whose version of a track or group stays, when two people have changed it. */

import { Button, Group, List, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useEffect, useState } from "react";
import { differenceOf } from "#core/diff/differences";
import type { AnnotationCore, TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import type { ConflictChoice } from "../../session/save-document.ts";
import type { Conflict } from "../../session/saver.ts";
import { pairToShow } from "../../session/shown-pair.ts";
import { describeDifference } from "../parts/describe-difference.ts";

const mostListed = 20;

/** "Track 4 (fish): box on 3 frames", "Group 2": what both sides have changed; how it differs as soon as theirs is read. */
function describe({ trackIds, groupIds, camera }: Conflict, theirs: AnnotationCore | undefined): string[] {
  const { core } = camera.document.peek();
  const typeIn = (own: AnnotationCore, id: TrackId) => (own.hasTrack(id) ? pairToShow(own.track(id))?.type : undefined);
  const tracks = trackIds.map((id) => {
    const [mine, other] = [typeIn(core, id), theirs && typeIn(theirs, id)];
    const name =
      mine === undefined ? t("viewer.conflictTrack", { id }) : t("viewer.conflictTrackOfType", { id, type: mine });
    const difference = theirs && differenceOf(core, theirs, id);
    if (difference === undefined) return name;
    const what = describeDifference(difference);
    const isTyped = mine !== undefined && other !== undefined && mine !== other;
    return t("viewer.conflictDifference", {
      name,
      what: isTyped ? t("viewer.conflictTypes", { what, mine, theirs: other }) : what,
    });
  });
  return [...tracks, ...groupIds.map((id) => t("viewer.conflictGroup", { id }))];
}

interface ContestedProps {
  readonly conflict: Conflict;
  readTheirs(): Promise<AnnotationCore>;
}

function ContestedList({ conflict, readTheirs }: ContestedProps) {
  const [theirs, setTheirs] = useState<AnnotationCore | undefined>(undefined);
  useEffect(() => {
    // Without it the names are still there, and the question can be answered.
    readTheirs().then(setTheirs, (error: unknown) => console.warn("What others have saved cannot be read:", error));
  }, [readTheirs]);
  const lines = describe(conflict, theirs);
  return (
    <List fw={600} size="sm" spacing={2}>
      {lines.slice(0, mostListed).map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
      {lines.length > mostListed && <List.Item>… ({lines.length})</List.Item>}
    </List>
  );
}

/** @param readTheirs what the others have saved */
export function askAboutConflict(
  conflict: Conflict,
  readTheirs: () => Promise<AnnotationCore>,
): Promise<ConflictChoice> {
  const isGroupsOnly = conflict.trackIds.length === 0;
  return new Promise((resolve) => {
    let choice: ConflictChoice = "cancel";
    const id = modals.open({
      title: t(isGroupsOnly ? "viewer.conflictTitleGroups" : "viewer.conflictTitle"),
      onClose: () => resolve(choice),
      children: (
        <Stack gap="md">
          <Text>{t("viewer.conflictBody")}</Text>
          <ContestedList conflict={conflict} readTheirs={readTheirs} />
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
