/** Moves folders, datasets and files into another folder. */
import { Button, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { notifications } from "@mantine/notifications";
import { useMemo, useState } from "react";
import type { Folder, Item } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { DestinationBrowser } from "../../features/clone/DestinationBrowser.tsx";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { moveInto } from "./move-entries.ts";

const dialogId = "move-entries";
const namesShown = 6;

export function openMoveDialog(entries: readonly (Folder | Item)[]): void {
  dialogs.open({
    modalId: dialogId,
    title: t("browse.move.title", { count: entries.length }),
    size: 640,
    closeButtonProps: { "aria-label": t("common.close") },
    children: <MoveForm entries={entries} />,
  });
}

function MoveForm({ entries }: { readonly entries: readonly (Folder | Item)[] }) {
  const [destination, setDestination] = useState<Folder>();
  const { isBusy, failure, send } = useSubmission();
  const refusal =
    destination === undefined || destination._accessLevel >= AccessLevel.write
      ? undefined
      : t("browse.move.noWriteAccess");
  // Nothing can be moved into itself or into its own subfolders.
  const moved = useMemo(() => new Set(entries.map(({ _id }) => _id)), [entries]);
  const canMove = destination !== undefined && refusal === undefined;

  async function move(into: Folder): Promise<void> {
    await send(async () => {
      await moveInto(entries, { id: into._id, name: into.name });
      dialogs.close(dialogId);
      notifications.show({
        message: t("browse.move.done", { count: entries.length, folder: into.name }),
        color: "teal",
      });
    });
  }

  const names = entries.slice(0, namesShown).map(({ name }) => name);
  const more = entries.length - names.length;
  return (
    <Stack gap="sm">
      {failure !== undefined && <ErrorAlert title={t("browse.move.failed")} text={failure} />}
      <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[...names, ...(more > 0 ? [t("browse.delete.more", { count: more })] : [])].join(", ")}
      </Text>
      <DestinationBrowser onChange={setDestination} closed={moved} />
      {refusal !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm">
          {refusal}
        </Text>
      )}
      <DialogButtons>
        <Button variant="default" onClick={() => dialogs.close(dialogId)}>
          {t("common.cancel")}
        </Button>
        <Button
          loading={isBusy}
          disabled={!canMove}
          maw={420}
          onClick={() => destination !== undefined && void move(destination)}
        >
          {destination === undefined ? t("clone.choose") : t("browse.move.into", { folder: destination.name })}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
