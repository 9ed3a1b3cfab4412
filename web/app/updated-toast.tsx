/**
 * Says that the server has newer parts than the page that runs here, and offers to fetch them. It goes with the toasts,
 * which are there by then.
 */
import { Button, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "../base/texts/index.ts";

export function tellOfUpdate(id: string): void {
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
