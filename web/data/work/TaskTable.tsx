/** Tasks as rows: dataset, content, assignee, progress. */
import { ActionIcon, Anchor, Badge, Group, ScrollArea, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconPencil, IconPhotoVideo, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Task } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import {
  dueText,
  framesText,
  isOverdue,
  stateColors,
  stateText,
  taskAddress,
} from "../../features/tasks/task-facts.ts";
import { refreshTasks } from "../../queries/tasks.ts";
import { lazyFunction } from "../../base/lazy.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { Tip } from "../../ui/tips/Tip.tsx";
import { Thumbnail } from "../browser/Thumbnail.tsx";
import classes from "../ListPage.module.css";
import { showError } from "../../features/show-error.ts";

const openEditTask = lazyFunction(async () => (await import("./EditTask.tsx")).openEditTask);

interface TaskTableProps {
  readonly tasks: readonly Task[];
  /** The user's own tasks and those to review: the assignee is shown if it is someone else. */
  readonly isMine: boolean;
  readonly canManage: boolean;
}

/** Which people have a column: not those who would be the same, or missing, in each row. */
interface Columns {
  readonly assignee: boolean;
  readonly reviewer: boolean;
}

export function TaskTable({ tasks, isMine, canManage }: TaskTableProps) {
  const me = isMine ? requireUser()._id : undefined;
  const columns: Columns = {
    assignee: tasks.some(({ assignee }) => assignee.id !== me),
    reviewer: tasks.some(({ reviewer }) => reviewer !== undefined),
  };
  return (
    <ScrollArea className={classes.list ?? ""}>
      <Table className={classes.table ?? ""} stickyHeader highlightOnHover aria-label={t("tasks.list")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={68} />
            <Table.Th>{t("tasks.column.dataset")}</Table.Th>
            <Table.Th w="30%" visibleFrom="sm">
              {t("tasks.column.what")}
            </Table.Th>
            <Table.Th w={180}>{t("tasks.column.state")}</Table.Th>
            <Table.Th w={140}>{t("tasks.column.due")}</Table.Th>
            {columns.assignee && (
              <Table.Th w="12%" visibleFrom="md">
                {t("tasks.column.assignee")}
              </Table.Th>
            )}
            {columns.reviewer && (
              <Table.Th w="12%" visibleFrom="md">
                {t("tasks.column.reviewer")}
              </Table.Th>
            )}
            {canManage && <Table.Th w={74} aria-label={t("browse.column.actions")} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task) => (
            <TaskRow key={task._id} {...{ task, isMine, canManage, columns }} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

interface TaskRowProps extends Omit<TaskTableProps, "tasks"> {
  readonly task: Task;
  readonly columns: Columns;
}

function TaskRow({ task, isMine, canManage, columns }: TaskRowProps) {
  const { instructions, due, assignee, reviewer } = task;
  return (
    <Table.Tr>
      <Table.Td pe={0}>
        <Thumbnail id={task.datasetId}>
          <IconPhotoVideo size={18} stroke={1.5} aria-hidden />
        </Thumbnail>
      </Table.Td>
      <DatasetCell task={task} isMine={isMine} />
      <Table.Td visibleFrom="sm">
        <Text size="sm" lineClamp={3}>
          {instructions}
        </Text>
      </Table.Td>
      <StateCell task={task} isMine={isMine} />
      <Table.Td c={isOverdue(task) ? "red" : "dimmed"} style={{ whiteSpace: "nowrap" }}>
        {due !== undefined && dueText(due)}
        {isOverdue(task) && ` (${t("tasks.overdue")})`}
      </Table.Td>
      {columns.assignee && (
        <Table.Td c="dimmed" visibleFrom="md">
          {assignee.login}
        </Table.Td>
      )}
      {columns.reviewer && (
        <Table.Td c="dimmed" visibleFrom="md">
          {reviewer?.login}
        </Table.Td>
      )}
      {canManage && <ActionsCell task={task} />}
    </Table.Tr>
  );
}

interface CellProps {
  readonly task: Task;
  readonly isMine: boolean;
}

/** Includes what narrow pages have no column for. */
function DatasetCell({ task, isMine }: CellProps) {
  const { datasetName: name, instructions, assignee, set } = task;
  const frames = framesText(task);
  return (
    <Table.Td>
      <Anchor
        component={Link}
        to={taskAddress(task)}
        size="sm"
        fw={500}
        aria-label={t("tasks.openNamed", { name, frames })}
      >
        {name}
      </Anchor>
      <Text span size="xs" c="dimmed" ml={8}>
        {[frames, set].filter((part) => part !== undefined && part !== assignee.login).join(" · ")}
      </Text>
      {!isMine && (
        <Text span size="xs" c="dimmed" ml={8} hiddenFrom="md">
          {assignee.login}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm" lineClamp={3}>
        {instructions}
      </Text>
    </Table.Td>
  );
}

function StateCell({ task, isMine }: CellProps) {
  const { priority, reviewer, state, withoutRights = [] } = task;
  const isReview = isMine && state === "inReview" && reviewer?.id === requireUser()._id;
  const withoutRightsText = t("tasks.withoutRights", { logins: withoutRights.join(", ") });
  return (
    <Table.Td>
      <Group gap={6} wrap="nowrap">
        <Badge size="sm" variant="light" tt="none" color={stateColors[state]}>
          {isReview ? t("tasks.toReview") : stateText(task)}
        </Badge>
        {priority === "high" && (
          <Badge size="sm" variant="outline" tt="none" color="red">
            {t("tasks.urgent")}
          </Badge>
        )}
        {withoutRights.length > 0 && (
          <Tip label={withoutRightsText}>
            <IconAlertTriangle
              role="img"
              aria-label={withoutRightsText}
              size={16}
              stroke={1.6}
              color="var(--mantine-color-orange-text)"
            />
          </Tip>
        )}
      </Group>
    </Table.Td>
  );
}

function ActionsCell({ task }: Pick<CellProps, "task">) {
  const named = { login: task.assignee.login, name: task.datasetName, frames: framesText(task) };
  return (
    <Table.Td>
      <Group gap={2} wrap="nowrap">
        <Tip label={t("tasks.edit")}>
          <ActionIcon aria-label={t("tasks.editNamed", named)} onClick={() => openEditTask(task)}>
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
        <Tip label={t("tasks.delete")}>
          <ActionIcon color="red" aria-label={t("tasks.deleteNamed", named)} onClick={() => void deleteTask(task)}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Group>
    </Table.Td>
  );
}

async function deleteTask(task: Task): Promise<void> {
  const { _id: id, datasetName: name, assignee } = task;
  const isSure = await confirmDialog({
    title: t("tasks.delete"),
    text: t("tasks.deleteQuestion", { login: assignee.login, name, frames: framesText(task) }),
    positive: t("tasks.delete"),
    danger: true,
  });
  if (!isSure) return;
  try {
    await api.call("task.delete", { id });
  } catch (error) {
    showError(error);
  }
  await refreshTasks();
}
