/** The newest datasets of all users, with their owners. */
import { Anchor, Group } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import { recentDatasetsQuery } from "../../queries/admin.ts";
import { formatDate } from "../../ui/text/format.ts";
import { EntryIcon } from "../browser/EntryIcon.tsx";
import { Thumbnail } from "../browser/Thumbnail.tsx";
import { typeName } from "../browser/entry-facts.ts";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
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
          <ColumnTable
            label={t("admin.tab.recents")}
            rows={datasets}
            keyOf={({ _id: id }) => id}
            columns={[
              {
                head: t("admin.column.dataset"),
                render: (dataset) => (
                  <Group gap={9} wrap="nowrap">
                    <Thumbnail id={dataset._id}>
                      <EntryIcon entry={dataset} busy={false} />
                    </Thumbnail>
                    <Anchor component={Link} to={`/viewer/${dataset._id}`} fz="sm">
                      {dataset.name}
                    </Anchor>
                  </Group>
                ),
              },
              {
                head: t("admin.column.type"),
                width: 150,
                from: "sm",
                isPale: true,
                render: (dataset) => typeName(dataset),
              },
              {
                head: t("admin.column.created"),
                width: 190,
                isPale: true,
                render: ({ created }) => formatDate(created),
              },
              {
                head: t("admin.column.owner"),
                width: { base: 100, sm: 190 },
                render: ({ creatorId, ownerLogin }) =>
                  creatorId !== null && (
                    <Anchor component={Link} to={`/user/${creatorId}`} fz="sm">
                      {ownerLogin ?? creatorId}
                    </Anchor>
                  ),
              },
            ]}
          />
        )}
      </AdminList>
    </div>
  );
}
