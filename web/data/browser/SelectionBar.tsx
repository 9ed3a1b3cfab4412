/** Replaces the toolbar's buttons while rows are selected: their number, and the actions on them. */
import { ActionIcon, Group, Text } from "@mantine/core";
import {
  IconCopy,
  IconDownload,
  IconEye,
  IconFileImport,
  IconFolderSymlink,
  IconTarget,
  IconTrash,
  IconUsers,
  IconX,
} from "@tabler/icons-react";
import type { Icon as TablerIcon } from "@tabler/icons-react";

import type { Collection, Folder, Item } from "#schemas/wire";

import { t } from "../../base/texts/index.ts";
import { DownloadMenu } from "../../features/export/DownloadMenu.tsx";
import { convertExport } from "./open-export.ts";
import { openCloneDialog } from "../../features/clone/open-clone.ts";
import { openImportDialog } from "../../features/import/open-import.ts";
import { MenuFace } from "../../features/run/MenuFace.tsx";
import { RunPipelineMenu } from "../../features/run/RunPipelineMenu.tsx";
import { RunTrainingMenu } from "../../features/run/RunTrainingMenu.tsx";
import { runTargetOf } from "../../features/run/run-target.ts";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import classes from "./BrowserPage.module.css";
import { deleteEntries } from "./delete-entries.tsx";
import { mayDelete, mayMove, mayWrite } from "./entry-facts.ts";
import { openMoveDialog } from "./open-move.ts";
import { openTasks } from "../work/open-tasks.ts";

export function SelectionBar({
  selected,
  placeLevel,
  onClear,
}: {
  readonly selected: readonly Entry[];
  readonly placeLevel: number;
  onClear(): void;
}) {
  const deletable = selected.filter((entry): entry is Collection | Folder | Item => mayDelete(entry, placeLevel));
  const movable = selected.filter((entry) => mayMove(entry, placeLevel));
  const datasets = selected.filter(isDataset);
  const targets = datasets.map(runTargetOf);
  const dataset = selected.length === 1 ? datasets[0] : undefined;
  return (
    <Group
      className={classes.selection ?? ""}
      gap={2}
      wrap="nowrap"
      role="toolbar"
      aria-label={t("browse.selected", { count: selected.length })}
    >
      <Text className={classes.selectedCount ?? ""} mr="xs">
        <span className={classes.selectedText}>{t("browse.selected", { count: selected.length })}</span>
        <span className={classes.selectedNumber}>{selected.length}</span>
      </Text>
      <RunPipelineMenu face="icon" targets={targets} />
      <RunTrainingMenu face="icon" targets={targets} />
      {datasets.length > 0 && (
        <BarButton
          label={t("browse.review")}
          isNamed
          Icon={IconEye}
          onClick={() => navigateTo(`/review?datasetIds=${datasets.map(({ _id }) => _id).join(",")}`)}
        />
      )}
      {datasets.length > 0 && datasets.every(({ meta }) => meta.type !== "multi") && (
        <BarButton
          label={t("browse.score")}
          isNamed
          Icon={IconTarget}
          onClick={() => navigateTo(`/scoring?datasetIds=${datasets.map(({ _id }) => _id).join(",")}`)}
        />
      )}
      {selected.every(({ _modelType }) => _modelType === "folder") && (
        <BarButton label={t("browse.tasks")} isNamed Icon={IconUsers} onClick={() => openTasks(selected)} />
      )}
      {dataset !== undefined && mayWrite(dataset) && (
        <BarButton
          label={t("importing.open")}
          Icon={IconFileImport}
          onClick={() => openImportDialog({ id: dataset._id, name: dataset.name })}
        />
      )}
      {dataset !== undefined && (
        <BarButton label={t("clone.open")} Icon={IconCopy} onClick={() => openCloneDialog({ id: dataset._id })} />
      )}
      <DownloadMenu position="bottom-end" entries={selected} onConvert={convertExport}>
        <MenuFace face="icon" label={t("browse.download")} Icon={IconDownload} />
      </DownloadMenu>
      {movable.length === selected.length && (
        <BarButton
          label={t("browse.move.open")}
          isNamed
          Icon={IconFolderSymlink}
          onClick={() => openMoveDialog(movable)}
        />
      )}
      {deletable.length === selected.length && (
        <BarButton label={t("browse.delete")} Icon={IconTrash} onClick={() => void deleteEntries(deletable)} />
      )}
      <BarButton label={t("browse.clearSelection")} Icon={IconX} onClick={onClear} />
    </Group>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly Icon: TablerIcon;
  /** Few people know the icon: a wide bar shows its name. */
  readonly isNamed?: boolean;
  onClick(): void;
}

function BarButton({ label, Icon, isNamed = false, onClick }: BarButtonProps) {
  return (
    <Tip label={label}>
      <ActionIcon size={28} className={isNamed ? (classes.named ?? "") : ""} aria-label={label} onClick={onClick}>
        <Icon size={17} stroke={1.6} />
        {isNamed && <span className={classes.name}>{label}</span>}
      </ActionIcon>
    </Tip>
  );
}
