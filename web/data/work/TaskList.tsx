/** The answer of a query of tasks as a table, with notes about tasks that are not in it. */
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconChecklist } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Task } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import { TaskTable } from "./TaskTable.tsx";

interface TaskListProps {
  readonly of: UseQueryResult<{
    readonly tasks: readonly Task[];
    readonly total: number;
    readonly withoutAccess: number;
  }>;
  /** The user's own tasks. */
  readonly isMine: boolean;
  readonly canManage: boolean;
}

export function TaskList({ of, isMine, canManage }: TaskListProps) {
  return (
    <ListAnswer of={of}>
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
            <EmptyList
              icon={<IconChecklist stroke={1.25} />}
              title={t(isMine ? "tasks.none" : "tasks.noneHere")}
              text={t(isMine ? "tasks.noneText" : "tasks.noneHereText")}
              guide="tasks"
              browse={t(isMine ? "browse.tab.browse" : "browse.selectDatasets")}
            />
          ) : (
            <TaskTable tasks={tasks} isMine={isMine} canManage={canManage} />
          )}
        </>
      )}
    </ListAnswer>
  );
}
