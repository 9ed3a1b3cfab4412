/** Deleted folders, datasets and files, newest first: restored with a click, deleted permanently after a confirmation. */
import { Button, Group, ScrollArea, Text } from "@mantine/core";
import { IconArrowBackUp, IconFile, IconFolder, IconMovie, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TrashEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { refreshTrash, trashPageQuery } from "../../queries/trash.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatBytes, formatDate, formatDay } from "../../ui/text/format.ts";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import classes from "../ListPage.module.css";
import { PageFooter, useListPages } from "../PageControls.tsx";
import { restoreEntries } from "./restore-entries.tsx";
import { showError } from "../../features/show-error.ts";

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
      <ColumnTable
        label={t("trash.list")}
        rows={entries}
        keyOf={({ _id: id }) => id}
        columns={[
          { head: t("browse.column.name"), render: (entry) => <Name entry={entry} /> },
          {
            head: t("trash.column.place"),
            width: "24%",
            from: "sm",
            isPale: true,
            render: ({ place }) => place?.split("/").join(" / ") ?? t("trash.placeGone"),
          },
          {
            head: t("browse.column.size"),
            width: 80,
            from: "md",
            isPale: true,
            render: ({ size }) => formatBytes(size),
          },
          {
            head: t("trash.column.deleted"),
            width: 160,
            from: "md",
            isPale: true,
            render: ({ deleted }) => formatDate(deleted),
          },
          { head: t("trash.column.by"), width: "11%", from: "lg", isPale: true, render: ({ deletedBy }) => deletedBy },
          { head: t("trash.column.ends"), width: 110, isPale: true, render: ({ ends }) => formatDay(ends) },
          { label: t("browse.column.actions"), width: 230, render: (entry) => <Actions entry={entry} /> },
        ]}
      />
    </ScrollArea>
  );
}

function Name({ entry }: { readonly entry: TrashEntry }) {
  const Icon = entry.isDataset ? IconMovie : entry.files > 0 ? IconFile : IconFolder;
  return (
    <Group gap={8} wrap="nowrap">
      <Icon size={17} stroke={1.5} aria-hidden style={{ flex: "none" }} />
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {nameOf(entry)}
      </Text>
    </Group>
  );
}

function Actions({ entry }: { readonly entry: TrashEntry }) {
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(entry);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-xs"
        variant="light"
        loading={isBusy}
        aria-label={t("trash.restoreNamed", { name })}
        leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
        onClick={() => void run(() => restore(entry))}
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
  );
}

/** Of several files that were deleted together, the first. */
const nameOf = ({ name, files }: TrashEntry): string =>
  files > 1 ? t("trash.andMore", { name, count: files - 1 }) : name;

const restore = (entry: TrashEntry): Promise<void> =>
  restoreEntries([entry._id], {
    names: [nameOf(entry)],
    folderIds: [entry.folderId],
    isPlaceGone: entry.place === null,
  });

async function deleteForGood(entry: TrashEntry): Promise<void> {
  const { _id: id } = entry;
  const name = nameOf(entry);
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
    showError(error);
  }
  await refreshTrash();
}
