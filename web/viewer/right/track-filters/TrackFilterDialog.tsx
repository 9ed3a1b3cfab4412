/** The dialog that adds or edits an attribute track filter. Saving makes a pending change of the dataset. */

import { Alert, Button, Group, NumberInput, Select, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type FormEvent } from "react";
import type { AttributeTrackFilter } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { MountedModal } from "../../../ui/dialogs/MountedModal.tsx";
import { useViewer } from "../../viewer-context.ts";
import {
  draftOf,
  filterProblems,
  newFilter,
  operatorsOf,
  toFilter,
  withAttribute,
  withOperator,
  type FilterDraft,
  type Operator,
} from "./filter-draft.ts";
import { FilterValueField } from "./FilterValueField.tsx";
import classes from "./track-filters.module.css";

interface TrackFilterDialogProps {
  /** `undefined`: a new one. */
  readonly before: AttributeTrackFilter | undefined;
  onClose(): void;
}

export function TrackFilterDialog({ before, onClose }: TrackFilterDialogProps) {
  const title = before === undefined ? t("filters.addTitle") : t("filters.editTitle", { name: before.name });
  return (
    <MountedModal onClose={onClose} title={title}>
      <Form before={before} onClose={onClose} />
    </MountedModal>
  );
}

function Form({ before, onClose }: TrackFilterDialogProps) {
  useSignals();
  const { workspace } = useViewer();
  const { configuration, display } = workspace;
  const { attributes, attributeTrackFilters } = configuration.values.value;
  const definitions = Object.values(attributes);
  const [draft, setDraft] = useState<FilterDraft>(() =>
    before === undefined ? newFilter : draftOf(before, attributes),
  );
  /** A field shows its error once it has been left. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const taken = Object.keys(attributeTrackFilters).filter((name) => name !== before?.name);
  const definition = draft.attribute === null ? undefined : attributes[draft.attribute];
  const problems = filterProblems(draft, taken, definition?.datatype);
  const isInvalid = Object.keys(problems).length > 0 || definition === undefined;
  const change = (part: Partial<FilterDraft>) => setDraft((now) => ({ ...now, ...part }));
  const leave = (field: string) => setLeft((now) => new Set(now).add(field));
  const errorOf = (field: keyof typeof problems) => {
    const problem = problems[field];
    return problem !== undefined && (left.has(field) || problem === "nameTaken") ? t(`filters.${problem}`) : undefined;
  };

  function save(event: FormEvent): void {
    event.preventDefault();
    if (isInvalid) return;
    const filter = toFilter(draft, definition, before);
    try {
      const renamed = before !== undefined && before.name !== filter.name ? { [before.name]: null } : {};
      configuration.change({ attributeTrackFilters: { ...renamed, [filter.name]: filter } });
      display.trackFilters.forget(filter.name);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }

  const toggle = (key: "isEnabled" | "isPrimary" | "ignoresUndefined" | "isUserDefined", label: string) => (
    <Switch label={label} checked={draft[key]} onChange={(event) => change({ [key]: event.currentTarget.checked })} />
  );
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          label={t("filters.name")}
          data-autofocus
          value={draft.name}
          error={errorOf("name")}
          onBlur={() => leave("name")}
          onChange={(event) => {
            leave("name");
            change({ name: event.currentTarget.value });
          }}
        />
        <Select
          size="sm"
          label={t("filters.attribute")}
          value={draft.attribute}
          data={definitions.map(({ key, name, belongs }) => ({
            value: key,
            label: t("filters.attributeOption", { name, belongs: t(`filters.${belongs}`) }),
          }))}
          error={errorOf("attribute")}
          onBlur={() => leave("attribute")}
          onChange={(key) => {
            const chosen = definitions.find((each) => each.key === key);
            if (chosen !== undefined) setDraft(withAttribute(draft, chosen));
          }}
        />
        {definitions.length === 0 && (
          <Text size="xs" c="dimmed">
            {t("filters.noAttributes")}
          </Text>
        )}
        <Select
          size="sm"
          label={t("filters.operator")}
          value={draft.operator}
          disabled={definition === undefined}
          data={definition === undefined ? [] : [...operatorsOf(definition.datatype)]}
          error={errorOf("operator")}
          onBlur={() => leave("operator")}
          onChange={(operator) => operator !== null && setDraft(withOperator(draft, operator as Operator))}
        />
        {definition !== undefined && draft.operator !== null && (
          <FilterValueField
            operator={draft.operator}
            datatype={definition.datatype}
            value={draft.value}
            label={t("filters.value")}
            error={errorOf("value")}
            onLeave={() => leave("value")}
            onChange={(value) => change({ value })}
          />
        )}
        {draft.operator === "rangeFilter" && (
          <div className={classes.pair}>
            <NumberInput
              label={t("filters.lowerLimit")}
              value={draft.range[0]}
              onChange={(min) => change({ range: [min, draft.range[1]] })}
            />
            <NumberInput
              label={t("filters.upperLimit")}
              value={draft.range[1]}
              onChange={(max) => change({ range: [draft.range[0], max] })}
            />
          </div>
        )}
        <TagsInput
          label={t("filters.types")}
          description={t("filters.typesHint")}
          value={[...draft.types]}
          data={[...workspace.core.types()]}
          onChange={(types) => change({ types })}
        />
        {toggle("isEnabled", t("filters.enabled"))}
        {toggle("isPrimary", t("filters.primary"))}
        {toggle("ignoresUndefined", t("filters.ignoreUndefined"))}
        {toggle("isUserDefined", t("filters.userDefined"))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={isInvalid || workspace.editRefusal.value !== undefined}>
            {t("filters.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
