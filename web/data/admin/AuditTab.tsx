/** Who changed access, accounts, groups and settings, and when: newest first, filtered by area and name. */
import { Anchor, Group, SegmentedControl, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { Link } from "react-router";
import type { AuditEntry } from "#schemas/wire";
import { t, type TextKey } from "../../base/texts/index.ts";
import { auditQuery } from "../../queries/site-admin.ts";
import { formatDate } from "../../ui/text/format.ts";
import listClasses from "../ListPage.module.css";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
import { AdminList } from "./AdminList.tsx";
import classes from "./AdminPage.module.css";
import { changeText, targetText } from "./audit-words.ts";

const areas = ["all", "access", "user", "group", "setting"] as const;

export function AuditTab() {
  const [page, setPage] = useState(0);
  const [area, setArea] = useState<(typeof areas)[number]>("all");
  const [text, setText] = useState("");
  const [sought] = useDebouncedValue(text.trim(), 200);
  const isFiltered = sought !== "" || area !== "all";
  return (
    <div className={listClasses.page}>
      <Group gap="md" p="md">
        <SegmentedControl
          size="xs"
          aria-label={t("site.audit.area")}
          data={areas.map((value) => ({ value, label: t(`site.audit.area.${value}`) }))}
          value={area}
          onChange={(value) => {
            setPage(0);
            setArea(value as typeof area);
          }}
        />
        <TextInput
          type="search"
          w={260}
          aria-label={t("site.audit.search")}
          placeholder={t("site.audit.search")}
          value={text}
          onChange={(event) => {
            setPage(0);
            setText(event.currentTarget.value);
          }}
        />
      </Group>
      <AdminList
        question={auditQuery({ area: area === "all" ? undefined : area, text: sought, page })}
        page={page}
        onPage={setPage}
        empty={{ title: t(isFiltered ? "site.audit.noneFound" : "site.audit.empty") }}
      >
        {(entries) => (
          <ColumnTable
            label={t("admin.tab.audit")}
            highlightOnHover={false}
            rows={entries}
            keyOf={({ _id: id }) => id}
            columns={[
              { head: t("site.audit.when"), width: 150, isPale: true, render: ({ created }) => formatDate(created) },
              { head: t("site.audit.who"), width: 110, render: (entry) => <Actor entry={entry} /> },
              { head: t("site.audit.what"), width: 150, render: ({ action }) => actionText(action) },
              { head: t("site.audit.target"), width: 140, render: (entry) => <Target entry={entry} /> },
              { head: t("site.audit.changes"), render: (entry) => <Changes entry={entry} /> },
            ]}
          />
        )}
      </AdminList>
    </div>
  );
}

interface AuditEntryProps {
  readonly entry: AuditEntry;
}

function Actor({ entry: { actorId, actorLogin } }: AuditEntryProps) {
  return actorId === null ? (
    <Text size="sm" c="dimmed">
      {t("site.audit.server")}
    </Text>
  ) : (
    <Anchor component={Link} to={`/user/${actorId}`} fz="sm">
      {actorLogin}
    </Anchor>
  );
}

function Target({ entry }: AuditEntryProps) {
  const name = targetText(entry);
  const path = pathOf(entry.targetType, entry.targetId);
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      {path === undefined ? (
        name
      ) : (
        <Anchor component={Link} to={path} fz="sm">
          {name}
        </Anchor>
      )}
    </div>
  );
}

function Changes({ entry: { area, changes } }: AuditEntryProps) {
  return (
    <div className={classes.changes}>
      {changes.map((change) => (
        <Text key={change.name} size="xs" c="dimmed">
          {changeText(area, change)}
        </Text>
      ))}
    </div>
  );
}

/** A newer server may report actions that this page has no words for. */
function actionText(action: string): string {
  const text = t(`site.audit.action.${action}` as TextKey & "site.audit.action.user.created");
  return text.startsWith("site.") ? action : text;
}

/** The target may have been deleted; its page reports that. */
function pathOf(type: string, id: string): string | undefined {
  return type === "user" || type === "folder" || type === "collection" ? `/${type}/${id}` : undefined;
}
