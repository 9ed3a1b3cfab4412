/**
 * Facts of the dataset, editable with write access: one undo step, sent with the next save. They belong to the dataset
 * and not to its annotations, so they create no revision.
 */

import { ActionIcon, Button, Group, Stack, TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState, type FormEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import { changesOf, problemsOf, toRows, type FactRow, type Facts } from "../../../session/dataset/facts.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./DatasetInfoPanel.module.css";
import { FactList } from "./FactList.tsx";

const icon = { size: 15, stroke: 1.6 };

export function DatasetFacts() {
  useSignals();
  const { workspace } = useViewer();
  const [isEditing, setEditing] = useState(false);
  const facts = workspace.configuration.values.value.datasetInfo;
  const isWritable = workspace.readOnly.value === undefined;
  if (isEditing && isWritable) return <FactsForm facts={facts} onDone={() => setEditing(false)} />;
  const isEmpty = Object.keys(facts).length === 0;
  if (isEmpty && !isWritable) return null;
  return (
    <section aria-label={t("datasetInfo.facts")}>
      <Group justify="space-between" mb={6}>
        <h3 className={`${classes.title} ${classes.besideButton}`}>{t("datasetInfo.facts")}</h3>
        {isWritable && (
          <ToolButton label={t("datasetInfo.edit")} icon={<IconPencil {...icon} />} onClick={() => setEditing(true)} />
        )}
      </Group>
      {isEmpty ? <p className={classes.hint}>{t("datasetInfo.noFacts")}</p> : <FactList facts={facts} />}
    </section>
  );
}

interface FactsFormProps {
  /** The facts when editing began. */
  readonly facts: Facts;
  onDone(): void;
}

function FactsForm({ facts, onDone }: FactsFormProps) {
  const { workspace } = useViewer();
  const [before] = useState(facts);
  const [rows, setRows] = useState<readonly KeyedRow[]>(() => [...toRows(before), newRow].map(withKey));
  const problems = problemsOf(rows);
  const change = (at: number, part: Partial<FactRow>) =>
    setRows((all) => all.map((row, index) => (index === at ? { ...row, ...part } : row)));

  function save(event: FormEvent): void {
    event.preventDefault();
    if (problems.size > 0) return;
    workspace.configuration.change({ datasetInfo: changesOf(before, rows) });
    onDone();
  }

  return (
    <section aria-label={t("datasetInfo.facts")}>
      <h3 className={classes.title}>{t("datasetInfo.facts")}</h3>
      <form onSubmit={save}>
        <Stack gap={6}>
          {rows.map((row, at) => {
            const number = at + 1;
            const problem = problems.get(at);
            return (
              <Group key={row.key} gap={6} wrap="nowrap" align="start">
                <TextInput
                  size="xs"
                  flex={2}
                  data-autofocus={at === 0 || undefined}
                  aria-label={t("datasetInfo.factName", { number })}
                  placeholder={t("datasetInfo.name")}
                  value={row.name}
                  error={problem && t(`datasetInfo.${problem}`)}
                  onChange={(event) => change(at, { name: event.currentTarget.value })}
                />
                <TextInput
                  size="xs"
                  flex={3}
                  aria-label={t("datasetInfo.factValue", { number })}
                  value={row.text}
                  onChange={(event) => change(at, { text: event.currentTarget.value })}
                />
                <ActionIcon
                  size={30}
                  aria-label={t("datasetInfo.removeFact", { number })}
                  onClick={() => setRows((all) => all.filter((_, index) => index !== at))}
                >
                  <IconTrash {...icon} />
                </ActionIcon>
              </Group>
            );
          })}
          <Group gap={6} justify="space-between">
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconPlus size={13} />}
              onClick={() => setRows((all) => [...all, withKey(newRow)])}
            >
              {t("datasetInfo.addFact")}
            </Button>
            <Group gap={6}>
              <Button size="compact-xs" variant="default" onClick={onDone}>
                {t("common.cancel")}
              </Button>
              <Button size="compact-xs" type="submit" disabled={problems.size > 0}>
                {t("common.save")}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

interface KeyedRow extends FactRow {
  readonly key: string;
}

const newRow: FactRow = { stored: undefined, name: "", text: "" };

/** A stable key, so that input elements stay with their rows when others are removed. */
function withKey(row: FactRow): KeyedRow {
  return { ...row, key: crypto.randomUUID() };
}
