/** Deleted folders and datasets, newest first: restored with a click, deleted permanently after a confirmation. */
import { Button, Group, ScrollArea, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowBackUp, IconFolder, IconMovie, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TrashEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { freshenTrash, trashPageQuery } from "../../queries/trash.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatBytes, formatDate, formatDay } from "../../ui/text/format.ts";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import classes from "../ListPage.module.css";
import { PageFooter, useListPages } from "../PageControls.tsx";
import { restoreEntries } from "./restore-entries.tsx";

export default function TrashPage() {
  const pages = useListPages();
  const trash = useQuery(trashPageQuery(pages.page, pages.size.chosen));
  usePageTitle(t("browse.tab.trash"));
  return (
    <div className={classes.page}>
      <ListAnswer of={trash}>
        {({ reply, total }) =>
          reply.length === 0 ? (
            <EmptyList
              icon={<IconTrash stroke={1.25} />}
              title={t("trash.empty")}
              text={t("trash.emptyText")}
              guide="browsing"
            />
          ) : (
            <>
              <TrashTable entries={reply} />
              <PageFooter {...pages} pageCount={Math.ceil((total ?? 0) / pages.size.chosen)} />
            </>
          )
        }
      </ListAnswer>
    </div>
  );
}

function TrashTable({ entries }: { readonly entries: readonly TrashEntry[] }) {
  return (
    <ScrollArea className={classes.list ?? ""}>
      <Table className={classes.table ?? ""} stickyHeader highlightOnHover aria-label={t("trash.list")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("browse.column.name")}</Table.Th>
            <Table.Th w="24%" visibleFrom="sm">
              {t("trash.column.place")}
            </Table.Th>
            <Table.Th w={80} visibleFrom="md">
              {t("browse.column.size")}
            </Table.Th>
            <Table.Th w={160} visibleFrom="md">
              {t("trash.column.deleted")}
            </Table.Th>
            <Table.Th w="11%" visibleFrom="lg">
              {t("trash.column.by")}
            </Table.Th>
            <Table.Th w={110}>{t("trash.column.ends")}</Table.Th>
            <Table.Th w={230} aria-label={t("browse.column.actions")} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <TrashRow key={entry._id} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function TrashRow({ entry }: { readonly entry: TrashEntry }) {
  const [isBusy, setBusy] = useState(false);
  const { name, place, size, deleted, deletedBy, ends } = entry;
  const Icon = entry.isDataset ? IconMovie : IconFolder;
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <Icon size={17} stroke={1.5} aria-hidden style={{ flex: "none" }} />
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td c="dimmed" visibleFrom="sm">
        {place?.split("/").join(" / ") ?? t("trash.placeGone")}
      </Table.Td>
      <Table.Td c="dimmed" visibleFrom="md">
        {formatBytes(size)}
      </Table.Td>
      <Table.Td c="dimmed" visibleFrom="md">
        {formatDate(deleted)}
      </Table.Td>
      <Table.Td c="dimmed" visibleFrom="lg">
        {deletedBy}
      </Table.Td>
      <Table.Td c="dimmed">{formatDay(ends)}</Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-xs"
            variant="light"
            loading={isBusy}
            aria-label={t("trash.restoreNamed", { name })}
            leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
            onClick={() => void run(() => restoreEntries([entry._id], place === null))}
          >
            {t("trash.restore")}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            disabled={isBusy}
            aria-label={t("trash.deleteNamed", { name })}
            onClick={() => void run(() => deleteForGood(entry))}
          >
            {t("trash.delete")}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

async function deleteForGood({ _id: id, name }: TrashEntry): Promise<void> {
  const isSure = await confirmDialog({
    title: t("trash.delete"),
    text: [t("trash.deleteQuestion", { name }), t("browse.delete.warning")],
    positive: t("trash.delete"),
    danger: true,
  });
  if (!isSure) return;
  try {
    await api.call("trash.delete", { id });
  } catch (error) {
    notifications.show({ color: "red", message: errorText(error) });
  }
  await freshenTrash();
}
