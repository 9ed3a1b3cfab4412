/** Offers what could not be brought back as a file, each time the dataset is opened, until the person says that it may go. */

import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { deleteAside, mostAsideDays, writeAsideFile, type AsideJournal } from "../../session/aside-journals.ts";
import { dialogs } from "../../ui/dialogs.ts";
import { downloadFile } from "../parts/download-file.ts";
import { timeText } from "./time-text.ts";

export function announceAside(aside: AsideJournal): void {
  notifications.show({
    id: aside.id,
    color: "red",
    autoClose: false,
    closeButtonProps: { "aria-label": t("common.close") },
    message: (
      <Stack gap="xs">
        <Text size="sm">
          {t(`viewer.aside.${aside.reason}`, { time: timeText(aside.touched) })}{" "}
          {t("viewer.asideKept", { days: mostAsideDays })}
        </Text>
        <Group gap="xs">
          <Button size="compact-xs" variant="light" onClick={() => void orSay(() => save(aside))}>
            {t("viewer.asideSave")}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => askToDelete(aside)}>
            {t("viewer.asideDelete")}
          </Button>
        </Group>
      </Stack>
    ),
  });
}

async function save(aside: AsideJournal): Promise<void> {
  const content = await writeAsideFile(aside);
  if (content === undefined) {
    // Another page has deleted it.
    notifications.hide(aside.id);
    return;
  }
  const day = aside.touched.toISOString().slice(0, 10);
  downloadFile({ name: `wakeline-unsaved-${day}-${aside.key.datasetId}.json`, content });
}

function askToDelete(aside: AsideJournal): void {
  const id = dialogs.open({
    title: t("viewer.asideDeleteTitle"),
    children: (
      <Stack gap="md">
        <Text>{t("viewer.asideDeleteBody", { time: timeText(aside.touched) })}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => dialogs.close(id)} data-autofocus>
            {t("common.cancel")}
          </Button>
          <Button
            color="red"
            onClick={() => {
              dialogs.close(id);
              void orSay(async () => {
                await deleteAside(aside);
                notifications.hide(aside.id);
              });
            }}
          >
            {t("viewer.asideDelete")}
          </Button>
        </Group>
      </Stack>
    ),
  });
}

async function orSay(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    notifications.show({ color: "red", message: errorText(error) });
  }
}
