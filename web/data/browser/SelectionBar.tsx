/** In place of the toolbar's buttons while rows are selected: how many, and what can be done with them. */
import { ActionIcon, Button, Group, Menu, Text, Tooltip } from "@mantine/core";
import { IconCopy, IconDownload, IconFileImport, IconTrash, IconX } from "@tabler/icons-react";

import type { Folder, Item } from "#schemas/wire";

import { t } from "../../base/texts/index.ts";
import { DownloadItems } from "../../features/export/DownloadItems.tsx";
import { openCloneDialog } from "../../features/clone/CloneForm.tsx";
import { openImportDialog } from "../../features/import/ImportForm.tsx";
import { RunPipelineMenu } from "../../features/run/RunPipelineMenu.tsx";
import { RunTrainingMenu } from "../../features/run/RunTrainingMenu.tsx";
import { runTargetOf } from "../../features/run/run-target.ts";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import classes from "./BrowserPage.module.css";
import { deleteEntries } from "./delete-entries.ts";
import { mayDelete, mayWrite } from "./entry-facts.ts";

export function SelectionBar({
  selected,
  placeLevel,
  onClear,
}: {
  readonly selected: readonly Entry[];
  readonly placeLevel: number;
  onClear(): void;
}) {
  const deletable = selected.filter((entry): entry is Folder | Item => mayDelete(entry, placeLevel));
  const datasets = selected.filter(isDataset);
  const targets = datasets.map(runTargetOf);
  const dataset = selected.length === 1 ? datasets[0] : undefined;
  return (
    <Group gap="xs" wrap="nowrap" role="toolbar" aria-label={t("browse.selected", { count: selected.length })}>
      <Text className={classes.selectedCount ?? ""}>{t("browse.selected", { count: selected.length })}</Text>
      <RunPipelineMenu face="icon" targets={targets} />
      <RunTrainingMenu face="icon" targets={targets} />
      {dataset !== undefined && mayWrite(dataset) && (
        <Tooltip label={t("importing.open")}>
          <ActionIcon
            size={28}
            aria-label={t("importing.open")}
            onClick={() => openImportDialog({ id: dataset._id, name: dataset.name })}
          >
            <IconFileImport size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {dataset !== undefined && (
        <Tooltip label={t("clone.open")}>
          <ActionIcon size={28} aria-label={t("clone.open")} onClick={() => openCloneDialog({ id: dataset._id })}>
            <IconCopy size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={15} stroke={1.75} />}>
            {t("browse.download")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <DownloadItems entries={selected} />
        </Menu.Dropdown>
      </Menu>
      {deletable.length === selected.length && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} stroke={1.75} />}
          onClick={() =>
            void deleteEntries(
              deletable.filter((entry) => entry._modelType === "folder" || entry._modelType === "item"),
            )
          }
        >
          {t("browse.delete")}
        </Button>
      )}
      <Tooltip label={t("browse.clearSelection")}>
        <ActionIcon aria-label={t("browse.clearSelection")} onClick={onClear}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
