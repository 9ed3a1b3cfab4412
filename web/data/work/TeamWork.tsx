/**
 * The work on the datasets of a place: its tasks, what people did on which days (`activity`), how they corrected
 * pipelines (`corrections`), and how well they agree (`agreement`).
 */
import { Button, Group, SegmentedControl } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { toCsv } from "#schemas/csv";
import type { Folder, Task, TaskOverviewRow } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { lazyFunction } from "../../base/lazy.ts";
import { t, withTexts } from "../../base/texts/index.ts";
import { showError } from "../../features/show-error.ts";
import { stateText } from "../../features/tasks/task-facts.ts";
import { folderQuery, isDataset } from "../../queries/places.ts";
import { queryClient } from "../../queries/query-client.ts";
import { folderTasksQuery, taskOverviewQuery } from "../../queries/tasks.ts";
import { downloadFile } from "../../ui/page/download-file.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { navigateTo } from "../../ui/page/navigation.ts";
import { showAllTasks } from "../preferences.ts";
import { TaskList } from "./TaskList.tsx";
import { taskChoices, WorkLayout } from "./WorkLayout.tsx";

const openConsensus = lazyFunction(async () => (await withTexts("team", import("./Consensus.tsx"))).openConsensus);
const ActivityPart = lazyPart(async () => (await withTexts("team", import("./ActivityPart.tsx"))).default);
const CorrectionsPart = lazyPart(async () => (await withTexts("team", import("./CorrectionsPart.tsx"))).default);
const AgreementPart = lazyPart(async () => (await withTexts("team", import("./AgreementPart.tsx"))).default);

const views = ["activity", "corrections", "agreement"] as const;
type View = (typeof views)[number];
const viewOf = (name: string | undefined): View | undefined => views.find((view) => view === name);

interface TeamWorkProps {
  readonly folderId: string;
  /** One of `views`; otherwise the tasks are shown. */
  readonly view: string | undefined;
  onView(view: string | undefined): void;
}

export function TeamWork({ folderId, view: viewName, onView }: TeamWorkProps) {
  useSignals();
  const isAll = showAllTasks.value;
  const view = viewOf(viewName);
  const folder = useQuery(folderQuery(folderId)).data;
  const name = folder?.name ?? folderId;
  return (
    <WorkLayout
      choice={
        <>
          <b>{t("tasks.teamOf", { name: folder?.name ?? "…" })}</b>
          <SegmentedControl
            size="xs"
            aria-label={t("tasks.which")}
            value={view ?? (isAll ? "all" : "open")}
            onChange={(value) => {
              if (viewOf(value) === undefined) showAllTasks.value = value === "all";
              onView(viewOf(value));
            }}
            data={[...taskChoices(), ...views.map((value) => ({ value, label: t(`tasks.${value}`) }))]}
          />
        </>
      }
      actions={<TeamActions folderId={folderId} folder={folder} view={view} />}
    >
      {view === undefined && <TeamTasks folderId={folderId} folder={folder} isAll={isAll} />}
      {view === "activity" && <ActivityPart folderId={folderId} name={name} />}
      {view === "corrections" && <CorrectionsPart folderId={folderId} name={name} />}
      {view === "agreement" && <AgreementPart folderId={folderId} />}
    </WorkLayout>
  );
}

interface PlaceProps {
  readonly folderId: string;
  /** `undefined` until it is loaded. */
  readonly folder: Folder | undefined;
}

function TeamTasks({ folderId, folder, isAll }: PlaceProps & { readonly isAll: boolean }) {
  const tasks = useQuery(folderTasksQuery(folderId, isAll));
  return (
    <TaskList of={tasks} isMine={false} canManage={(folder?._accessLevel ?? AccessLevel.read) >= AccessLevel.admin} />
  );
}

function TeamActions({ folderId, folder, view }: PlaceProps & { readonly view: View | undefined }) {
  const canMerge = folder !== undefined && isDataset(folder) && folder._accessLevel >= AccessLevel.write;
  return (
    <Group gap="xs">
      {view === "agreement" && canMerge && (
        <Button size="xs" onClick={() => openConsensus(folder)}>
          {t("tasks.consensus")}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => navigateTo("/my-work")}>
        {t("tasks.mine")}
      </Button>
      {(view === undefined || view === "agreement") && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.75} />}
          onClick={() => void downloadOverview(folderId, folder?.name ?? folderId)}
        >
          {t("tasks.csv")}
        </Button>
      )}
    </Group>
  );
}

/** A CSV of users, tasks and types with their numbers of objects and frames. */
async function downloadOverview(id: string, name: string): Promise<void> {
  let rows: TaskOverviewRow[];
  try {
    rows = await queryClient.fetchQuery(taskOverviewQuery(id));
  } catch (error) {
    showError(error);
    return;
  }
  const columns = ["person", "dataset", "task", "state", "type", "objects", "frames"];
  const cells = rows
    // The total, for a task that has no tracks yet.
    .filter(({ type, objects }) => type !== undefined || objects === 0)
    .map(({ assigneeLogin, datasetName, taskId, state, type = "", objects, frames }) => [
      ...[assigneeLogin, datasetName, taskId, stateText({ state } satisfies Pick<Task, "state">), type],
      ...[objects, frames],
    ]);
  const content = new Blob([`${toCsv([columns, ...cells])}\r\n`], { type: "text/csv" });
  downloadFile({ name: `${name} tasks.csv`, content });
}
