/** Where files are stored: the location of uploads, and locations whose media become datasets without a copy. */
import { ActionIcon, Badge, Button, Group, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDatabaseImport, IconFileSearch, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Assetstore } from "#schemas/wire";
import { api } from "../../../api/client.ts";
import { t } from "../../../base/texts/index.ts";
import { Answer } from "../../../features/Answer.tsx";
import { keys } from "../../../queries/keys.ts";
import { queryClient } from "../../../queries/query-client.ts";
import { storagesQuery } from "../../../queries/site-admin.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { formatBytes, formatDate } from "../../../ui/text/format.ts";
import { MountedModal } from "../../../ui/dialogs/MountedModal.tsx";
import classes from "../AdminPage.module.css";
import listClasses from "../../ListPage.module.css";
import { AddSource } from "./AddSource.tsx";
import { CheckSource } from "./CheckSource.tsx";
import { EditSource } from "./EditSource.tsx";
import { ImportSource } from "./ImportSource.tsx";
import { showError } from "../../../features/show-error.ts";

export default function StorageTab() {
  const [isAdding, setAdding] = useState(false);
  const [importing, setImporting] = useState<Assetstore>();
  const [checking, setChecking] = useState<Assetstore>();
  const [editing, setEditing] = useState<Assetstore>();
  return (
    <div className={classes.form}>
      <Group mb="md" align="start" justify="space-between" wrap="nowrap">
        <Text c="dimmed" maw={640}>
          {t("storage.intro")}
        </Text>
        <Button
          flex="none"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          variant="default"
          onClick={() => setAdding(true)}
        >
          {t("storage.add")}
        </Button>
      </Group>
      <Answer of={useQuery(storagesQuery)}>
        {(sources) => (
          <Table className={listClasses.table ?? ""} highlightOnHover aria-label={t("admin.tab.storage")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("storage.column.place")}</Table.Th>
                <Table.Th w={150}>{t("storage.column.use")}</Table.Th>
                <Table.Th w={180}>{t("storage.column.free")}</Table.Th>
                <Table.Th w={300} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sources.map((source) => (
                <Source
                  key={source._id}
                  source={source}
                  onImport={() => setImporting(source)}
                  onCheck={() => setChecking(source)}
                  onEdit={() => setEditing(source)}
                />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Answer>
      {isAdding && (
        <MountedModal
          onClose={() => setAdding(false)}
          title={t("storage.add")}
          closeButtonProps={{ "aria-label": t("common.close") }}
        >
          <AddSource onDone={() => setAdding(false)} />
        </MountedModal>
      )}
      {importing !== undefined && (
        <MountedModal
          onClose={() => setImporting(undefined)}
          title={t("storage.importOf", { name: importing.name })}
          size={680}
          closeButtonProps={{ "aria-label": t("common.close") }}
        >
          <ImportSource source={importing} />
        </MountedModal>
      )}
      {checking !== undefined && (
        <MountedModal
          onClose={() => setChecking(undefined)}
          title={t("storage.checkOf", { name: checking.name })}
          size={680}
          closeButtonProps={{ "aria-label": t("common.close") }}
        >
          <CheckSource source={checking} />
        </MountedModal>
      )}
      {editing !== undefined && (
        <MountedModal
          onClose={() => setEditing(undefined)}
          title={t("storage.editOf", { name: editing.name })}
          size={680}
          closeButtonProps={{ "aria-label": t("common.close") }}
        >
          <EditSource source={editing} onDone={() => setEditing(undefined)} />
        </MountedModal>
      )}
    </div>
  );
}

interface SourceProps {
  readonly source: Assetstore;
  onImport(): void;
  onCheck(): void;
  onEdit(): void;
}

function Source({ source, onImport, onCheck, onEdit }: SourceProps) {
  const { name, root, current, capacity, directFailure } = source;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {name}
        {root !== undefined && root !== name && (
          <Text size="xs" c="dimmed">
            {root}
          </Text>
        )}
        {directFailure !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {t(`storage.direct.${directFailure.reason}`, { at: formatDate(directFailure.at) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Badge size="sm" variant="light" tt="none" color={current ? "teal" : "gray"}>
          {t(current ? "storage.uploads" : "storage.inPlace")}
        </Badge>
      </Table.Td>
      <Table.Td c="dimmed">{spaceText(capacity)}</Table.Td>
      <Table.Td>
        {!current && (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconDatabaseImport size={15} stroke={1.6} />}
              aria-label={t("storage.importOf", { name })}
              onClick={onImport}
            >
              {t("storage.importFrom")}
            </Button>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconFileSearch size={15} stroke={1.6} />}
              aria-label={t("storage.checkOf", { name })}
              onClick={onCheck}
            >
              {t("storage.check")}
            </Button>
            <ActionIcon size="sm" aria-label={t("storage.editOf", { name })} onClick={onEdit}>
              <IconPencil size={16} stroke={1.6} />
            </ActionIcon>
            <ActionIcon size="sm" aria-label={t("storage.remove", { name })} onClick={() => void remove(source)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function spaceText({ free, total }: Assetstore["capacity"]): string {
  if (free === null || total === null) return t("storage.unknown");
  return t("storage.freeOf", { free: formatBytes(free), total: formatBytes(total) });
}

async function remove({ _id: id, name }: Assetstore): Promise<void> {
  const isSure = await confirmDialog({
    title: t("storage.removeTitle"),
    text: t("storage.removeQuestion", { name }),
    positive: t("storage.removeTitle"),
    danger: true,
  });
  if (!isSure) return;
  try {
    await api.call("assetstore.delete", { id });
    notifications.show({ message: t("storage.removed", { name }), color: "teal" });
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: keys.admin });
}
