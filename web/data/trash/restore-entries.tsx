/** Restores deleted folders and files, and says where they are. */
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Folder } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { refreshTrash } from "../../queries/trash.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { showError } from "../../features/show-error.ts";

interface Deleted {
  /** Names; those of files come first. */
  readonly names: readonly string[];
  /** Ids of the folders among them: of files, the server answers with the folder that has them again. */
  readonly folderIds: readonly string[];
  /** The original location no longer exists. */
  readonly isPlaceGone?: boolean;
}

/** @param ids of trash entries */
export async function restoreEntries(ids: readonly string[], deleted: Deleted): Promise<void> {
  const { names, folderIds, isPlaceGone = false } = deleted;
  const restored: Folder[] = [];
  try {
    for (const id of ids) restored.push(await api.call("trash.restore", { id }));
  } catch (error) {
    showError(error);
  }
  await refreshTrash();
  const [first] = restored;
  if (first === undefined) return;
  const count = restored.length === ids.length ? names.length : restored.length;
  const isFolder = folderIds.includes(first._id);
  const name = isFolder ? first.name : (names[0] ?? "");
  const message = isPlaceGone ? t("trash.restoredElsewhere", { name }) : t("trash.restored", { count, name });
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
          onClick={() => navigateTo(isFolder ? `/${first.parentCollection}/${first.parentId}` : `/folder/${first._id}`)}
        >
          {t("trash.open")}
        </Button>
      </Group>
    ),
  });
}
