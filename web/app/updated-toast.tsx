/**
 * Says that the server has a newer version than this page, and offers to reload. It is loaded with the toasts, since it
 * could not be fetched later.
 */
import { Button, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../base/texts/index.ts";

export function showUpdate(id: string): void {
  notifications.hide(id);
  const message = (
    <Stack gap="xs" align="start">
      <Text size="sm">{t("shell.update.text")}</Text>
      <Button size="compact-sm" onClick={() => location.reload()}>
        {t("shell.crash.reload")}
      </Button>
    </Stack>
  );
  notifications.show({ id, title: t("shell.update.title"), message, autoClose: false });
}
