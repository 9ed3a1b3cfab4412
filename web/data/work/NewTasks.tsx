/** The dialog that creates tasks for selected datasets. */
import { Anchor, Button, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState, type FormEvent } from "react";
import type { Folder } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { LoginsField } from "../../features/tasks/LoginField.tsx";
import { type Entry, isDataset } from "../../queries/places.ts";
import { refreshTasks } from "../../queries/tasks.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { navigateTo } from "../../ui/page/navigation.ts";
import { emptyTask, type TaskDraft, TaskFields } from "./TaskFields.tsx";

const modalId = "new-tasks";

/** Creates tasks if everything selected is a dataset that the user administers; else shows the existing ones. */
export function openTasks(selected: readonly Entry[]): void {
  const datasets = selected.filter(isDataset);
  if (datasets.length === selected.length && datasets.every(({ _accessLevel }) => _accessLevel >= AccessLevel.admin)) {
    openNewTasks(datasets);
  } else navigateTo(`/my-work?folderId=${selected[0]?._id}`);
}

function openNewTasks(datasets: readonly Folder[]): void {
  dialogs.open({
    modalId,
    title: t("tasks.make.title", { count: datasets.length }),
    size: "lg",
    closeButtonProps: { "aria-label": t("common.close") },
    children: <NewTasks datasets={datasets} />,
  });
}

/** Keeps adjacent fields aligned, whether or not they have descriptions or errors. */
const below: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

interface Draft extends TaskDraft {
  readonly assignees: readonly string[];
  readonly set: string;
  readonly split: number | "";
  readonly overlapPercent: number | "";
}

const empty: Draft = { ...emptyTask, assignees: [], set: "", split: "", overlapPercent: "" };

function NewTasks({ datasets }: { readonly datasets: readonly Folder[] }) {
  const [draft, setDraft] = useState(empty);
  const { isBusy, failure, send } = useSubmission();
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const { assignees } = draft;
  const [first] = datasets;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (assignees.length === 0) return;
    await send(async () => {
      const made = await api.call("task.create", { body: requestOf(draft, datasets) });
      notifications.show({ color: "teal", message: t("tasks.make.done", { count: made.length }) });
      dialogs.close(modalId);
      void refreshTasks();
    });
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TaskFields draft={draft} change={change} datasets={datasets}>
          <LoginsField
            label={t("tasks.make.assignees")}
            description={t("tasks.make.assigneesHint")}
            value={assignees}
            onChange={(logins) => change({ assignees: logins })}
          />
        </TaskFields>
        <SplitFields draft={draft} change={change} />
        {failure !== undefined && <ErrorAlert title={t("tasks.make.failed")} text={failure} />}
        <Group justify="space-between" gap="xs">
          {datasets.length === 1 && first !== undefined ? (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                dialogs.close(modalId);
                navigateTo(`/my-work?folderId=${first._id}`);
              }}
            >
              {t("tasks.make.existing")}
            </Anchor>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={() => dialogs.close(modalId)}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" loading={isBusy} disabled={assignees.length === 0}>
              {t("tasks.make")}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** How the work is divided among several people. */
function SplitFields({ draft, change }: { readonly draft: Draft; change(part: Partial<Draft>): void }) {
  const { assignees, set, split, overlapPercent } = draft;
  return (
    <Group grow align="flex-start">
      <NumberInput
        size="xs"
        inputWrapperOrder={below}
        label={t("tasks.make.split")}
        description={t("tasks.make.splitHint")}
        min={1}
        allowDecimal={false}
        value={split}
        onChange={(value) => change({ split: value === "" ? "" : Number(value) })}
      />
      <NumberInput
        size="xs"
        inputWrapperOrder={below}
        label={t("tasks.make.overlap")}
        description={t("tasks.make.overlapHint")}
        min={0}
        max={100}
        disabled={assignees.length < 2}
        value={overlapPercent}
        onChange={(value) => change({ overlapPercent: value === "" ? "" : Number(value) })}
      />
      <TextInput
        size="xs"
        inputWrapperOrder={below}
        label={t("tasks.make.set")}
        description={t("tasks.make.setHint")}
        value={set}
        onChange={(event) => change({ set: event.currentTarget.value })}
      />
    </Group>
  );
}

/** The tasks to create: one per dataset and assignee, or per part of a dataset. */
function requestOf(draft: Draft, datasets: readonly Folder[]) {
  const { assignees, reviewer, due, set, split, overlapPercent, instructions, priority } = draft;
  const share = Number(overlapPercent) / 100;
  return {
    datasetIds: datasets.map(({ _id }) => _id),
    assignees: [...assignees],
    instructions,
    priority,
    types: [...draft.types],
    attributes: [...draft.attributes],
    rules: [...draft.rules],
    ...(reviewer.trim() !== "" && { reviewer: reviewer.trim() }),
    ...(due !== "" && { due }),
    ...(set.trim() !== "" && { set: set.trim() }),
    ...(split !== "" && split > 0 && { framesPerTask: split }),
    ...(share > 0 && { overlap: { share, people: 2 } }),
  };
}
