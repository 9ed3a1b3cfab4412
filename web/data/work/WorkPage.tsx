/** The "My work" page: tasks to do and to review; with `folderId` in the address, the work on the datasets of that place. */
import { Button, SegmentedControl } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPlayerTrackNext } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { taskAddress } from "../../features/tasks/task-facts.ts";
import { myTasksQuery, tasksOfUser } from "../../queries/tasks.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { showAllTasks } from "../preferences.ts";
import { TaskList } from "./TaskList.tsx";
import { TeamWork } from "./TeamWork.tsx";
import { taskChoices, WorkLayout } from "./WorkLayout.tsx";

export default function WorkPage() {
  usePageTitle(t("tasks.title"));
  const [query, setQuery] = useSearchParams();
  const folderId = query.get("folderId") ?? undefined;
  if (folderId === undefined) return <MyWork />;
  return (
    <TeamWork
      folderId={folderId}
      view={query.get("view") ?? undefined}
      onView={(view) => setQuery({ folderId, ...(view !== undefined && { view }) })}
    />
  );
}

function MyWork() {
  useSignals();
  const isAll = showAllTasks.value;
  const tasks = useQuery(myTasksQuery(isAll));
  const [next] = tasksOfUser(tasks.data?.tasks ?? [], requireUser()._id);
  return (
    <WorkLayout
      choice={
        <SegmentedControl
          size="xs"
          aria-label={t("tasks.which")}
          value={isAll ? "all" : "open"}
          onChange={(value) => (showAllTasks.value = value === "all")}
          data={taskChoices()}
        />
      }
      actions={
        next !== undefined && (
          <Button
            size="xs"
            leftSection={<IconPlayerTrackNext size={15} stroke={1.75} />}
            onClick={() => navigateTo(taskAddress(next))}
          >
            {t("tasks.next")}
          </Button>
        )
      }
    >
      <TaskList of={tasks} isMine canManage={false} />
    </WorkLayout>
  );
}
