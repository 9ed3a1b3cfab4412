/** The newest datasets of all users, with their owners. */
import { Anchor, Group, Table } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import { recentDatasetsQuery } from "../../queries/admin.ts";
import { formatDate } from "../../ui/text/format.ts";
import { EntryIcon } from "../browser/EntryIcon.tsx";
import { Thumbnail } from "../browser/Thumbnail.tsx";
import { typeName } from "../browser/entry-facts.ts";
import classes from "../ListPage.module.css";
import { AdminList } from "./AdminList.tsx";

export function RecentsTab() {
  const [page, setPage] = useState(0);
  return (
    <div className={classes.page}>
      <AdminList
        question={recentDatasetsQuery(page)}
        page={page}
        onPage={setPage}
        empty={{ title: t("admin.recents.empty") }}
      >
        {(datasets) => (
          <Table className={classes.table ?? ""} stickyHeader highlightOnHover aria-label={t("admin.tab.recents")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("admin.column.dataset")}</Table.Th>
                <Table.Th w={150}>{t("admin.column.type")}</Table.Th>
                <Table.Th w={190}>{t("admin.column.created")}</Table.Th>
                <Table.Th w={190}>{t("admin.column.owner")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {datasets.map((dataset) => (
                <Table.Tr key={dataset._id}>
                  <Table.Td>
                    <Group gap={9} wrap="nowrap">
                      <Thumbnail id={dataset._id}>
                        <EntryIcon entry={dataset} busy={false} />
                      </Thumbnail>
                      <Anchor component={Link} to={`/viewer/${dataset._id}`} fz="sm">
                        {dataset.name}
                      </Anchor>
                    </Group>
                  </Table.Td>
                  <Table.Td c="dimmed">{typeName(dataset)}</Table.Td>
                  <Table.Td c="dimmed">{formatDate(dataset.created)}</Table.Td>
                  <Table.Td>
                    {dataset.creatorId !== null && (
                      <Anchor component={Link} to={`/user/${dataset.creatorId}`} fz="sm">
                        {dataset.ownerLogin ?? dataset.creatorId}
                      </Anchor>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </AdminList>
    </div>
  );
}
