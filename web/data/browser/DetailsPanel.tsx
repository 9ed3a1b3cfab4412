/** Details of the selected entry, or else of the place, and the actions on it. */
import { Button, DataList, Stack, Text, Title } from "@mantine/core";
import { IconCopy, IconDownload, IconFileImport, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Collection, Folder, Item } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { LazyMarkdown } from "../../ui/text/LazyMarkdown.tsx";
import { formatBytes, formatDate, formatNumber } from "../../ui/text/format.ts";
import { DownloadMenu } from "../../features/export/DownloadMenu.tsx";
import { convertExport } from "./open-export.ts";
import { openCloneDialog } from "../../features/clone/open-clone.ts";
import { openImportDialog } from "../../features/import/open-import.ts";
import { RunPipelineMenu } from "../../features/run/RunPipelineMenu.tsx";
import { RunTrainingMenu } from "../../features/run/RunTrainingMenu.tsx";
import { runTargetOf } from "../../features/run/run-target.ts";
import { contentsQuery } from "../../queries/contents.ts";
import { cameraFoldersOf, datasetCountQuery, datasetMediaQuery } from "../../queries/datasets.ts";
import { entryName, isDataset, isUnconverted, placeInfoQuery } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { DatasetPreview } from "./DatasetPreview.tsx";
import classes from "./DetailsPanel.module.css";
import { Fact } from "../Fact.tsx";
import { mayDelete, mayShare, mayWrite, typeName } from "./entry-facts.ts";
import { type KnownEntry, useKnownEntry } from "./use-known-entry.ts";

/** Loaded on demand, since few datasets have a calibration. */
const CalibrationFacts = lazyPart(async () => (await import("./CalibrationFacts.tsx")).CalibrationFacts);
const MediaProblems = lazyPart(async () => (await import("./MediaProblems.tsx")).MediaProblems);
const Unconverted = lazyPart(async () => (await import("./Unconverted.tsx")).Unconverted);
/** Likewise, since few datasets have clones. */
const CloneList = lazyPart(async () => (await import("./CloneList.tsx")).CloneList);
const hasMediaNotes = ({ meta }: Folder): boolean => (meta["mediaProblems"] ?? meta["mediaLedger"]) !== undefined;

interface DetailsPanelProps {
  /** The selection, else the place; empty at the root. */
  readonly entries: readonly Entry[];
  /** Access level of the place, which also applies to its files: they have none of their own. */
  readonly placeLevel: number;
  onDelete(entries: readonly Entry[]): void;
}

export function DetailsPanel({ entries, placeLevel, onDelete }: DetailsPanelProps) {
  const only = entries.length === 1 ? entries[0] : undefined;
  const known = useKnownEntry(only);
  const isBehind = known !== undefined && known.entry._id !== only?._id;
  const shown = only === undefined ? entries : known === undefined ? [] : [known.entry];
  // Remount for another entry, so that lines are not animated to new places.
  const name = shown.map(({ _id }) => _id).join();
  return (
    // While the next entry loads, the details of the previous one are inert.
    <section aria-label={t("browse.details.title")} className={classes.panel} inert={isBehind} aria-busy={isBehind}>
      {entries.length === 0 ? (
        <Text c="dimmed">{t("browse.details.nothing")}</Text>
      ) : only === undefined ? (
        <Title order={2}>{t("browse.details.several", { count: entries.length })}</Title>
      ) : (
        known !== undefined && <EntryHead key={`head ${name}`} entry={known.entry} />
      )}
      {/* Before the facts, whose number varies: each action stays in its place while the user goes through a list. */}
      <EntryActions key={`actions ${name}`} entries={shown} {...{ placeLevel, onDelete }} />
      {only !== undefined && known !== undefined && <EntryFacts key={`facts ${name}`} {...known} />}
    </section>
  );
}

/** The folder whose pictures are shown: for several cameras, that of the first one. */
function shownFolder(entry: Entry): string {
  return (isDataset(entry) ? cameraFoldersOf(entry)[0] : undefined) ?? entry._id;
}

function EntryHead({ entry }: Pick<KnownEntry, "entry">) {
  return (
    <Stack gap="sm">
      {isDataset(entry) && <DatasetPreview id={shownFolder(entry)} name={entry.name} />}
      <Title order={2} className={classes.title ?? ""}>
        {entryName(entry)}
      </Title>
    </Stack>
  );
}

function EntryFacts({ entry }: KnownEntry) {
  return (
    <Stack gap="sm">
      <DataList size="sm" gap={6} labelWidth="92px">
        <Fact label={t("browse.details.type")}>{typeName(entry)}</Fact>
        {isDataset(entry) && <FrameRate folder={entry} />}
        {isDataset(entry) && <MediaCount id={shownFolder(entry)} />}
        {entry._modelType === "folder" && entry.meta["subType"] === "stereo" && <CalibrationFacts id={entry._id} />}
        {entry._modelType === "folder" && !isDataset(entry) && <FolderContents folder={entry} />}
        {entry._modelType === "user" ? (
          <Fact label={t("browse.details.person")}>{`${entry.firstName} ${entry.lastName}`}</Fact>
        ) : (
          (entry._modelType !== "folder" || isDataset(entry)) &&
          (entry._modelType === "item" ? (
            <Fact label={t("browse.details.size")}>{formatBytes(entry.size)}</Fact>
          ) : (
            <SizeBelow entry={entry} />
          ))
        )}
        <Fact label={t("browse.details.created")}>{formatDate(entry.created)}</Fact>
        {"updated" in entry && <Fact label={t("browse.details.updated")}>{formatDate(entry.updated)}</Fact>}
        {entry._modelType === "folder" && (
          <Fact label={t("browse.details.visibility")}>
            {t(entry.public === true ? "browse.details.public" : "browse.details.private")}
          </Fact>
        )}
      </DataList>
      {isUnconverted(entry) && <Unconverted folder={entry} />}
      {entry._modelType === "folder" && hasMediaNotes(entry) && <MediaProblems folder={entry} />}
      {isDataset(entry) && mayShare(entry) && <CloneList folder={entry} />}
      {entry._modelType === "user" && mayWrite(entry) && <Text c="dimmed">{t("browse.details.spaceHint")}</Text>}
      {"description" in entry && entry.description !== "" && <LazyMarkdown text={entry.description} />}
    </Stack>
  );
}

function FrameRate({ folder }: { readonly folder: Folder }) {
  const { fps, originalFps } = folder.meta;
  if (typeof fps !== "number") return null;
  const own = formatNumber(fps);
  const text =
    fps === -1
      ? t("browse.details.fpsAuto")
      : typeof originalFps === "number" && originalFps !== fps
        ? t("browse.details.fpsOf", { fps: own, original: formatNumber(originalFps) })
        : t("browse.details.fps", { fps: own });
  return <Fact label={t("browse.details.frameRate")}>{text}</Fact>;
}

function SizeBelow({ entry }: { readonly entry: Folder | Collection }) {
  const bytes = useQuery(contentsQuery([entry])).data?.get(entry._id)?.bytes;
  return <Fact label={t("browse.details.size")}>{bytes === undefined ? "" : formatBytes(bytes)}</Fact>;
}

function MediaCount({ id }: { readonly id: string }) {
  const count = useQuery(datasetMediaQuery(id)).data?.imageData.length ?? 0;
  return count === 0 ? null : <Fact label={t("browse.details.contents")}>{t("browse.details.media", { count })}</Fact>;
}

/** The number of entries directly in a folder, and the total size including subfolders. */
function FolderContents({ folder }: { readonly folder: Folder }) {
  const info = useQuery(placeInfoQuery({ type: "folder", id: folder._id })).data;
  const found = useQuery(datasetCountQuery(folder._id)).data;
  const contents = useQuery(contentsQuery([folder])).data;
  if (info === undefined || found === undefined || contents === undefined) return null;
  const datasets = found ?? 0;
  const bytes = contents.get(folder._id)?.bytes ?? 0;
  const parts = [
    { key: "browse.details.datasets", count: datasets },
    { key: "browse.details.folders", count: info.folderCount - datasets },
    { key: "browse.details.items", count: info.itemCount },
  ] as const;
  const shown = parts.filter(({ count }) => count > 0).map(({ key, count }) => t(key, { count }));
  return (
    <>
      <Fact label={t("browse.details.contents")}>{shown.join(", ") || t("browse.details.emptyFolder")}</Fact>
      {bytes > 0 && <Fact label={t("browse.details.size")}>{formatBytes(bytes)}</Fact>}
    </>
  );
}

/** The buttons for one or several entries. */
export function EntryActions({ entries, placeLevel, onDelete }: DetailsPanelProps) {
  const deletable = entries.filter((entry): entry is Folder | Item => mayDelete(entry, placeLevel));
  const [only] = entries;
  const dataset = entries.length === 1 && only !== undefined && isDataset(only) ? only : undefined;
  const targets = entries.filter(isDataset).map(runTargetOf);
  const hasDownload = entries.some((entry) => entry._modelType === "folder" || entry._modelType === "item");
  if (only === undefined || !hasDownload) return null;
  return (
    <div className={classes.actions}>
      {dataset !== undefined && (
        <Button component={Link} to={`/viewer/${dataset._id}`} leftSection={<IconPencil size={15} stroke={1.75} />}>
          {t("browse.launch")}
        </Button>
      )}
      <DownloadMenu entries={entries} onConvert={convertExport}>
        <Button variant="default" leftSection={<IconDownload size={15} stroke={1.75} />}>
          {t("browse.download")}
        </Button>
      </DownloadMenu>
      <RunPipelineMenu face="button" targets={targets} />
      <RunTrainingMenu face="button" targets={targets} />
      {dataset !== undefined && mayWrite(dataset) && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={15} stroke={1.75} />}
          onClick={() => openImportDialog({ id: dataset._id, name: dataset.name })}
        >
          {t("importing.open")}
        </Button>
      )}
      {dataset !== undefined && (
        <Button
          variant="default"
          leftSection={<IconCopy size={15} stroke={1.75} />}
          onClick={() => openCloneDialog({ id: dataset._id })}
        >
          {t("clone.open")}
        </Button>
      )}
      {deletable.length === entries.length && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} stroke={1.75} />}
          onClick={() => onDelete(deletable)}
        >
          {t("browse.delete")}
        </Button>
      )}
    </div>
  );
}
