/**
 * Offers changes that could not be restored as a file, each time the dataset is opened, until the user discards them.
 */

import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import { deleteAside, maxAsideDays, writeAsideFile, type AsideJournal } from "../../session/saving/aside-journals.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { downloadFile } from "../../ui/page/download-file.ts";
import { timeText } from "./time-text.ts";
import { showError } from "../../features/show-error.ts";

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
          {t("viewer.asideKept", { days: maxAsideDays })}
        </Text>
        <Group gap="xs">
          <Button size="compact-xs" variant="light" onClick={() => void reportingErrors(() => save(aside))}>
            {t("viewer.asideSave")}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void reportingErrors(() => askToDelete(aside))}>
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
    // Another tab has deleted it.
    notifications.hide(aside.id);
    return;
  }
  const day = aside.touched.toISOString().slice(0, 10);
  downloadFile({ name: `wakeline-unsaved-${day}-${aside.key.datasetId}.json`, content });
}

async function askToDelete(aside: AsideJournal): Promise<void> {
  const time = timeText(aside.touched);
  const isSure = await confirmDialog({
    title: t("viewer.asideDeleteTitle"),
    text: t("viewer.asideDeleteBody", { time }),
    positive: t("viewer.asideDelete"),
    danger: true,
  });
  if (!isSure) return;
  await deleteAside(aside);
  notifications.hide(aside.id);
}

async function reportingErrors(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    showError(error);
  }
}
