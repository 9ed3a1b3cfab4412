/** Asks whose version of a track stays, when two people have changed it. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { t } from "../../base/texts/index.ts";
import type { Conflict, ConflictChoice } from "../../session/saver.ts";

const mostListed = 20;

export function askAboutConflict({ trackIds }: Conflict): Promise<ConflictChoice> {
  return new Promise((resolve) => {
    let choice: ConflictChoice = "cancel";
    const id = modals.open({
      title: t("viewer.conflictTitle"),
      onClose: () => resolve(choice),
      children: (
        <Stack gap="md">
          <Text>{t("viewer.conflictBody")}</Text>
          <Text fw={600}>
            {trackIds.slice(0, mostListed).join(", ")}
            {trackIds.length > mostListed && `, … (${trackIds.length})`}
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
