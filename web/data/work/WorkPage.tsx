/**
 * The "My work" page: tasks to do and to review; with `folderId` in the address, the tasks of that place, with
 * `view=agreement` how well people agree there, with `view=activity` what
 * they did on which days, or with `view=corrections` how they corrected pipelines.
 */
import { Alert, Button, Group, SegmentedControl } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconAlertTriangle, IconChecklist, IconDownload, IconPlayerTrackNext } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Task, TaskOverviewRow } from "#schemas/wire";
import { requireUser } from "../../api/session.ts";
import { t, withTexts } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { stateText, taskAddress } from "../../features/tasks/task-facts.ts";
import { folderQuery, isDataset } from "../../queries/places.ts";
import { queryClient } from "../../queries/query-client.ts";
import { folderTasksQuery, myTasksQuery, taskOverviewQuery, tasksOfUser } from "../../queries/tasks.ts";
import { lazyFunction } from "../../base/lazy.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { downloadFile } from "../../ui/page/download-file.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { toCsv } from "#schemas/csv";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import classes from "../ListPage.module.css";
import { TaskTable } from "./TaskTable.tsx";
import { showError } from "../../features/show-error.ts";

const openConsensus = lazyFunction(async () => (await withTexts("team", import("./Consensus.tsx"))).openConsensus);
const ActivityPart = lazyPart(async () => (await withTexts("team", import("./ActivityPart.tsx"))).default);
const CorrectionsPart = lazyPart(async () => (await withTexts("team", import("./CorrectionsPart.tsx"))).default);
const AgreementPart = lazyPart(async () => (await withTexts("team", import("./AgreementPart.tsx"))).default);

export default function WorkPage() {
  useSignals();
  usePageTitle(t("tasks.title"));
  const [query, setQuery] = useSearchParams();
  const folderId = query.get("folderId") ?? undefined;
  const view = folderId === undefined ? undefined : partOf(query.get("view"));
  const [all, setAll] = useState(false);
  const { _id: userId } = requireUser();
  const mine = useQuery({ ...myTasksQuery(all), enabled: folderId === undefined });
  const ofFolder = useQuery({
    ...folderTasksQuery(folderId ?? "", all),
    enabled: folderId !== undefined && view === undefined,
  });
  const folder = useQuery({ ...folderQuery(folderId ?? ""), enabled: folderId !== undefined }).data;
  const [next] = tasksOfUser(mine.data?.tasks ?? [], userId);
  const which = [
    { value: "open", label: t("tasks.open") },
    { value: "all", label: t("tasks.all") },
    ...(folderId === undefined
      ? []
      : [
          { value: "activity", label: t("tasks.activity") },
          { value: "corrections", label: t("tasks.corrections") },
          { value: "agreement", label: t("tasks.agreement") },
        ]),
  ];
  return (
    <div className={classes.page}>
      <Group className={classes.message ?? ""} gap="xs" justify="space-between">
        <Group gap="xs">
          {folderId !== undefined && <b>{t("tasks.teamOf", { name: folder?.name ?? "…" })}</b>}
          <SegmentedControl
            size="xs"
            aria-label={t("tasks.which")}
            value={view ?? (all ? "all" : "open")}
            onChange={(value) => {
              const part = partOf(value);
              if (part === undefined) setAll(value === "all");
              if (folderId !== undefined) setQuery({ folderId, ...(part !== undefined && { view: part }) });
            }}
            data={which}
          />
        </Group>
        {folderId === undefined ? (
          next !== undefined && (
            <Button
              size="xs"
              leftSection={<IconPlayerTrackNext size={15} stroke={1.75} />}
              onClick={() => navigateTo(taskAddress(next))}
            >
              {t("tasks.next")}
            </Button>
          )
        ) : (
          <Group gap="xs">
            {view === "agreement" && folder !== undefined && isDataset(folder) && folder._accessLevel >= 1 && (
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
        )}
      </Group>
      {folderId !== undefined && view !== undefined ? (
        view === "agreement" ? (
          <AgreementPart folderId={folderId} />
        ) : view === "corrections" ? (
          <CorrectionsPart folderId={folderId} name={folder?.name ?? folderId} />
        ) : (
          <ActivityPart folderId={folderId} name={folder?.name ?? folderId} />
        )
      ) : (
        <ListAnswer of={folderId === undefined ? mine : ofFolder}>
          {({ tasks, total, withoutAccess }) => (
            <>
              {withoutAccess > 0 && (
                <Alert color="yellow" radius={0} py={6} icon={<IconAlertTriangle size={16} />}>
                  {t("tasks.withoutAccess", { count: withoutAccess })}
                </Alert>
              )}
              {tasks.length < total && (
                <Alert color="gray" radius={0} py={6}>
                  {t("tasks.cut", { count: tasks.length, total: formatNumber(total) })}
                </Alert>
              )}
              {tasks.length === 0 ? (
                <Empty isMine={folderId === undefined} />
              ) : (
                <TaskTable tasks={tasks} isMine={folderId === undefined} canManage={(folder?._accessLevel ?? 0) >= 2} />
              )}
            </>
          )}
        </ListAnswer>
      )}
    </div>
  );
}

const parts = ["activity", "corrections", "agreement"] as const;
const partOf = (view: string | null) => parts.find((part) => part === view);

function Empty({ isMine }: { readonly isMine: boolean }) {
  return (
    <EmptyList
      icon={<IconChecklist stroke={1.25} />}
      title={t(isMine ? "tasks.none" : "tasks.noneHere")}
      text={t(isMine ? "tasks.noneText" : "tasks.noneHereText")}
      guide="tasks"
      browse={t(isMine ? "browse.tab.browse" : "browse.selectDatasets")}
    />
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
