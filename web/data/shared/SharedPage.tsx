/** Folders and datasets that others have shared with the user. Sorted and paged by the server. */
import { Anchor, Button, Group, ScrollArea, Table, UnstyledButton } from "@mantine/core";
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
import type { Folder } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import { PageFooter, useListPages } from "../PageControls.tsx";
import { EntryIcon } from "../browser/EntryIcon.tsx";
import { Thumbnail } from "../browser/Thumbnail.tsx";
import { sizeText, typeName } from "../browser/entry-facts.ts";
import classes from "../ListPage.module.css";
import { isDataset, sharedPageQuery, type SharedSort as Sort } from "../../queries/places.ts";
import { Tip } from "../../ui/tips/Tip.tsx";

export default function SharedPage() {
  const pages = useListPages();
  const [sort, setSort] = useState<Sort>({ by: "created", direction: -1 });
  usePageTitle(t("browse.tab.shared"));
  const shared = useQuery(sharedPageQuery(pages.page, pages.size.chosen, sort));
  return (
    <div className={classes.page}>
      <ListAnswer of={shared}>
        {({ reply, total }) =>
          reply.length === 0 ? (
            <EmptyList
              icon={<IconShare3 stroke={1.25} />}
              title={t("browse.shared.empty")}
              text={t("browse.shared.emptyText")}
              guide="sharing"
            />
          ) : (
            <>
              <SharedTable folders={reply} sort={sort} setSort={setSort} />
              <PageFooter {...pages} pageCount={Math.ceil((total ?? 0) / pages.size.chosen)} />
            </>
          )
        }
      </ListAnswer>
    </div>
  );
}

interface SharedTableProps {
  readonly folders: readonly Folder[];
  readonly sort: Sort;
  setSort(sort: Sort): void;
}

function SharedTable({ folders, sort, setSort }: SharedTableProps) {
  const header = (by: Sort["by"], label: string) => (
    <SortButton
      label={label}
      direction={sort.by === by ? sort.direction : undefined}
      onClick={() => setSort({ by, direction: sort.by === by ? (sort.direction === 1 ? -1 : 1) : 1 })}
    />
  );
  const ariaSort = (by: Sort["by"]) => (sort.by === by ? (sort.direction === 1 ? "ascending" : "descending") : "none");

  return (
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
          {folders.map((folder) => (
            <Table.Tr key={folder._id}>
              <Table.Td>
                <Anchor component={Link} to={`/folder/${folder._id}`} fz="sm" c="var(--mantine-color-text)" fw={500}>
                  <Group gap={8} wrap="nowrap" component="span">
                    <Tip label={t("browse.shared.private")} disabled={folder.public === true}>
                      {folder.public === true ? (
                        <IconFolder size={17} stroke={1.5} aria-hidden />
                      ) : (
                        <IconKey size={17} stroke={1.5} role="img" aria-label={t("browse.shared.private")} />
                      )}
                    </Tip>
                    {isDataset(folder) && (
                      <Thumbnail id={folder._id}>
                        <EntryIcon entry={folder} busy={false} />
                      </Thumbnail>
                    )}
                    {folder.name}
                  </Group>
                </Anchor>
              </Table.Td>
              <Table.Td c="dimmed">{isDataset(folder) ? t("browse.type.dataset") : typeName(folder)}</Table.Td>
              <Table.Td c="dimmed">{sizeText(folder, folder.size)}</Table.Td>
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
