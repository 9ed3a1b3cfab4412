/** The fields shared by new and existing tasks. */
import { Group, MultiSelect, Select, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { issueRules } from "#core/types";
import type { Folder, TaskPriority } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { LoginField } from "../../features/tasks/LoginField.tsx";

export interface TaskDraft {
  readonly instructions: string;
  readonly reviewer: string;
  readonly types: readonly string[];
  readonly attributes: readonly string[];
  readonly rules: readonly string[];
  readonly due: string;
  readonly priority: TaskPriority;
}

export const emptyTask: TaskDraft = {
  instructions: "",
  reviewer: "",
  types: [],
  attributes: [],
  rules: [],
  due: "",
  priority: "normal",
};

/** Names of the types or attributes in the datasets. */
function namesIn(datasets: readonly Folder[], key: "customTypeStyling" | "attributes"): string[] {
  const names = datasets.flatMap(({ meta }) => {
    const definitions = meta[key] as Record<string, { readonly name?: string }> | undefined;
    return Object.entries(definitions ?? {}).map(([name, value]) =>
      key === "attributes" ? (value.name ?? name) : name,
    );
  });
  return [...new Set(names)].sort();
}

interface TaskFieldsProps {
  readonly draft: TaskDraft;
  change(part: Partial<TaskDraft>): void;
  /** Source of the suggested types and attributes. */
  readonly datasets: readonly Folder[];
  /** The field for the assignee. */
  readonly children: ReactNode;
}

export function TaskFields({ draft, change, datasets, children }: TaskFieldsProps) {
  const { instructions, reviewer, due, priority } = draft;
  return (
    <Stack gap="sm">
      <Textarea
        size="xs"
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        label={t("tasks.make.instructions")}
        value={instructions}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      {children}
      <Group grow align="flex-start">
        <LoginField
          label={t("tasks.make.reviewer")}
          description={t("tasks.make.reviewerHint")}
          value={reviewer}
          onChange={(login) => change({ reviewer: login })}
        />
        <TextInput
          size="xs"
          type="date"
          label={t("tasks.make.due")}
          value={due}
          onChange={(event) => change({ due: event.currentTarget.value })}
        />
        <Select
          size="xs"
          label={t("tasks.priority")}
          allowDeselect={false}
          data={(["low", "normal", "high"] as const).map((value) => ({ value, label: t(`tasks.priority.${value}`) }))}
          value={priority}
          onChange={(value) => change({ priority: (value ?? "normal") as TaskPriority })}
        />
      </Group>
      <TagsInput
        size="xs"
        label={t("tasks.make.types")}
        data={namesIn(datasets, "customTypeStyling")}
        value={[...draft.types]}
        onChange={(types) => change({ types })}
        acceptValueOnBlur
      />
      <TagsInput
        size="xs"
        label={t("tasks.make.attributes")}
        data={namesIn(datasets, "attributes")}
        value={[...draft.attributes]}
        onChange={(attributes) => change({ attributes })}
        acceptValueOnBlur
      />
      <MultiSelect
        size="xs"
        label={t("tasks.make.rules")}
        data={issueRules.map((rule) => ({ value: rule, label: t(`problems.rule.${rule}`) }))}
        value={[...draft.rules]}
        onChange={(rules) => change({ rules })}
      />
    </Stack>
  );
}
