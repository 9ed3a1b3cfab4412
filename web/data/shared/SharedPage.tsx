/** Folders and datasets that others gave the user access to. Sorted and paged by the server. */
import { Anchor, Button, EmptyState, Group, ScrollArea, Table, UnstyledButton } from "@mantine/core";
import {
  IconFolder,
  IconKey,
  IconPencil,
  IconShare3,
  IconSortAscending,
  IconSortDescending,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { ListSkeleton } from "../../ui/ListSkeleton.tsx";
import { GuideAnchor } from "../../ui/GuideAnchor.tsx";
import { PageControls, useListPages } from "../PageControls.tsx";
import { formatBytes } from "../../ui/format.ts";
import { EntryIcon } from "../browser/EntryIcon.tsx";
import { Thumbnail } from "../browser/Thumbnail.tsx";
import { typeName } from "../browser/entry-facts.ts";
import classes from "../ListPage.module.css";
import { isDataset, sharedPageQuery, type SharedSort as Sort } from "../../queries/places.ts";
import { Tip } from "../../ui/Tip.tsx";

export default function SharedPage() {
  const pages = useListPages();
  const { page, pageSize } = pages;
  const [sort, setSort] = useState<Sort>({ by: "created", direction: -1 });
  usePageTitle(t("browse.tab.shared"));
  const { data, error, refetch } = useQuery(sharedPageQuery(page, pageSize, sort));
  const total = data?.total ?? 0;

  const failure = error !== null && (
    <div className={classes.message} style={{ paddingBlock: 14 }}>
      <ErrorAlert text={errorText(error)} action={{ label: t("common.retry"), onClick: () => void refetch() }} />
    </div>
  );
  // What was read before stays below it.
  if (failure !== false && data === undefined) return failure;
  if (data === undefined) return <ListSkeleton />;
  if (data.reply.length === 0) {
    return (
      <EmptyState
        pt={90}
        icon={<IconShare3 stroke={1.25} />}
        title={t("browse.shared.empty")}
        description={t("browse.shared.emptyText")}
      >
        <EmptyState.Actions>
          <GuideAnchor page="sharing" />
        </EmptyState.Actions>
      </EmptyState>
    );
  }

  const header = (by: Sort["by"], label: string) => (
    <SortButton
      label={label}
      direction={sort.by === by ? sort.direction : undefined}
      onClick={() => setSort({ by, direction: sort.by === by ? (sort.direction === 1 ? -1 : 1) : 1 })}
    />
  );
  const ariaSort = (by: Sort["by"]) => (sort.by === by ? (sort.direction === 1 ? "ascending" : "descending") : "none");

  return (
    <div className={classes.page}>
      {failure}
      <ScrollArea className={classes.list ?? ""}>
        <Table className={classes.table ?? ""} stickyHeader highlightOnHover aria-label={t("browse.shared.list")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th aria-sort={ariaSort("name")}>{header("name", t("browse.column.fileName"))}</Table.Th>
              <Table.Th w="18%" aria-sort={ariaSort("type")}>
                {header("type", t("browse.column.type"))}
              </Table.Th>
              <Table.Th w="13%" aria-sort={ariaSort("size")}>
                {header("size", t("browse.column.fileSize"))}
              </Table.Th>
              <Table.Th w="18%" aria-sort={ariaSort("ownerLogin")}>
                {header("ownerLogin", t("browse.column.sharedBy"))}
              </Table.Th>
              <Table.Th w={170} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.reply.map((folder) => (
              <Table.Tr key={folder._id}>
                <Table.Td>
                  <Group gap={8} wrap="nowrap">
                    <Tip label={t("browse.shared.private")} disabled={folder.public === true}>
                      {folder.public === true ? (
                        <IconFolder size={17} stroke={1.5} />
                      ) : (
                        <IconKey size={17} stroke={1.5} aria-label={t("browse.shared.private")} />
                      )}
                    </Tip>
                    {isDataset(folder) && (
                      <Thumbnail id={folder._id}>
                        <EntryIcon entry={folder} busy={false} />
                      </Thumbnail>
                    )}
                    <Anchor
                      component={Link}
                      to={`/folder/${folder._id}`}
                      fz="sm"
                      c="var(--mantine-color-text)"
                      fw={500}
                    >
                      {folder.name}
                    </Anchor>
                  </Group>
                </Table.Td>
                <Table.Td c="dimmed">{isDataset(folder) ? t("browse.type.dataset") : typeName(folder)}</Table.Td>
                <Table.Td c="dimmed">{formatBytes(folder.size)}</Table.Td>
                <Table.Td c="dimmed">{folder.ownerLogin ?? ""}</Table.Td>
                <Table.Td ta="right">
                  {isDataset(folder) && (
                    <Button
                      component={Link}
                      to={`/viewer/${folder._id}`}
                      size="compact-xs"
                      variant="light"
                      aria-label={t("browse.launchNamed", { name: folder.name })}
                      leftSection={<IconPencil size={14} stroke={1.75} />}
                    >
                      {t("browse.launch")}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      <Group className={classes.footer ?? ""} justify="flex-end" gap="sm">
        <PageControls {...pages} pageCount={Math.ceil(total / pageSize)} />
      </Group>
    </div>
  );
}

function SortButton({
  label,
  direction,
  onClick,
}: {
  readonly label: string;
  readonly direction: 1 | -1 | undefined;
  onClick(): void;
}) {
  const Icon = direction === -1 ? IconSortDescending : IconSortAscending;
  return (
    <UnstyledButton
      fz="xs"
      fw={500}
      c="dimmed"
      onClick={onClick}
      style={{ display: "flex", alignItems: "center", gap: 4 }}
    >
      {label}
      {direction !== undefined && <Icon size={14} stroke={1.75} />}
    </UnstyledButton>
  );
}
