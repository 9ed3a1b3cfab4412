/** Restores deleted folders, and says where they are. */
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Folder } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { freshenTrash } from "../../queries/trash.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { showError } from "../../features/show-error.ts";

/** @param ids of trash entries @param isPlaceGone the original location no longer exists */
export async function restoreEntries(ids: readonly string[], isPlaceGone = false): Promise<void> {
  const restored: Folder[] = [];
  try {
    for (const id of ids) restored.push(await api.call("trash.restore", { id }));
  } catch (error) {
    showError(error);
  }
  await freshenTrash();
  const [first] = restored;
  if (first === undefined) return;
  const message = isPlaceGone
    ? t("trash.restoredElsewhere", { name: first.name })
    : t("trash.restored", { count: restored.length, name: first.name });
  notifications.show({
    color: "teal",
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {message}
        </Text>
        <Button
          flex="none"
          size="compact-xs"
          variant="default"
          onClick={() => navigateTo(`/${first.parentCollection}/${first.parentId}`)}
        >
          {t("trash.open")}
        </Button>
      </Group>
    ),
  });
}
