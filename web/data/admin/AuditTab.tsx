/** Who changed access, accounts, groups and settings, and when: newest first, filtered by area and name. */
import { Anchor, Group, SegmentedControl, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { Link } from "react-router";
import type { AuditEntry } from "#schemas/wire";
import { t, type TextKey } from "../../base/texts/index.ts";
import { auditQuery } from "../../queries/site-admin.ts";
import { formatDate } from "../../ui/text/format.ts";
import listClasses from "../ListPage.module.css";
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
          <Table className={listClasses.table ?? ""} stickyHeader aria-label={t("admin.tab.audit")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={150}>{t("site.audit.when")}</Table.Th>
                <Table.Th w={110}>{t("site.audit.who")}</Table.Th>
                <Table.Th w={150}>{t("site.audit.what")}</Table.Th>
                <Table.Th w={140}>{t("site.audit.target")}</Table.Th>
                <Table.Th>{t("site.audit.changes")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <AuditRow key={entry._id} entry={entry} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </AdminList>
    </div>
  );
}

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const { action, actorId, actorLogin, area, changes, created, targetId, targetType } = entry;
  const targetName = targetText(entry);
  const target = pathOf(targetType, targetId);
  return (
    <Table.Tr>
      <Table.Td c="dimmed">{formatDate(created)}</Table.Td>
      <Table.Td>
        {actorId === null ? (
          <Text size="sm" c="dimmed">
            {t("site.audit.server")}
          </Text>
        ) : (
          <Anchor component={Link} to={`/user/${actorId}`} fz="sm">
            {actorLogin}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>{actionText(action)}</Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {target === undefined ? (
          targetName
        ) : (
          <Anchor component={Link} to={target} fz="sm">
            {targetName}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>
        <div className={classes.changes}>
          {changes.map((change) => (
            <Text key={change.name} size="xs" c="dimmed">
              {changeText(area, change)}
            </Text>
          ))}
        </div>
      </Table.Td>
    </Table.Tr>
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
