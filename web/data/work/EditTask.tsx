/** The dialog in which a dataset's administrators change what a task asks for, and its assignee. */
import { Button, Stack } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Task } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { framesText } from "../../features/tasks/task-facts.ts";
import { LoginField } from "../../features/tasks/LoginField.tsx";
import { folderQuery } from "../../queries/places.ts";
import { refreshTasks } from "../../queries/tasks.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { TaskFields } from "./TaskFields.tsx";

const modalId = "edit-task";

export function openEditTask(task: Task): void {
  dialogs.open({
    modalId,
    title: t("tasks.edit.title", { name: task.datasetName, frames: framesText(task) }),
    size: "lg",
    closeButtonProps: { "aria-label": t("common.close") },
    children: <EditTask task={task} />,
  });
}

function EditTask({ task }: { readonly task: Task }) {
  const { _id: id, version, instructions, types, attributes, rules, priority } = task;
  const [draft, setDraft] = useState({
    instructions,
    types,
    attributes,
    rules,
    priority,
    due: task.due ?? "",
    reviewer: task.reviewer?.login ?? "",
    assignee: task.assignee.login,
  });
  const { isBusy, failure, send } = useSubmission();
  const dataset = useQuery(folderQuery(task.datasetId)).data;
  const change = (part: object): void => setDraft((before) => ({ ...before, ...part }));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { assignee, ...about } = draft;
    // A current assignee without write access may stay; only a new one is checked.
    const another = assignee.trim() === task.assignee.login ? {} : { assignee: assignee.trim() };
    const { reviewer, ...others } = about;
    const judge = reviewer.trim() === (task.reviewer?.login ?? "") ? {} : { reviewer: reviewer.trim() };
    await send(async () => {
      await api.call("task.update", { id, body: { version, ...others, ...another, ...judge } });
      dialogs.close(modalId);
    });
    void refreshTasks();
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TaskFields draft={draft} change={change} datasets={dataset === undefined ? [] : [dataset]}>
          <LoginField
            label={t("tasks.make.assignees")}
            value={draft.assignee}
            onChange={(assignee) => change({ assignee })}
          />
        </TaskFields>
        {failure !== undefined && <ErrorAlert title={t("tasks.failed")} text={failure} />}
        <DialogButtons>
          <Button variant="default" onClick={() => dialogs.close(modalId)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={draft.assignee.trim() === ""}>
            {t("common.save")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
