/** The dialog that adds or edits an attribute track filter. Saving makes a pending change of the dataset. */

import { Alert, Button, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type FormEvent } from "react";
import type { AttributeTrackFilter } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import type { Workspace } from "../../../session/workspace.ts";
import { MountedModal } from "../../../ui/dialogs/MountedModal.tsx";
import { useViewer } from "../../viewer-context.ts";
import { toFilter } from "./filter-draft.ts";
import { RuleFields } from "./RuleFields.tsx";
import { useFilterDraft } from "./use-filter-draft.ts";

const switches = [
  ["isEnabled", "filters.enabled"],
  ["isPrimary", "filters.primary"],
  ["ignoresUndefined", "filters.ignoreUndefined"],
  ["isUserDefined", "filters.userDefined"],
] as const;

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
  const { attributes } = workspace.configuration.values.value;
  const draft = useFilterDraft(before);
  const { values, set, leave, errorOf } = draft;
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const definition = values.attribute === null ? undefined : attributes[values.attribute];
  const isValid = draft.isValid && definition !== undefined;

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isValid) return;
    try {
      storeFilter(workspace, toFilter(values, definition, before), before);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }

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
          value={values.name}
          error={errorOf("name")}
          onBlur={() => leave("name")}
          onChange={(event) => {
            leave("name");
            set({ name: event.currentTarget.value });
          }}
        />
        <RuleFields draft={draft} definition={definition} />
        <TagsInput
          label={t("filters.types")}
          description={t("filters.typesHint")}
          value={[...values.types]}
          data={[...workspace.core.types()]}
          onChange={(types) => set({ types })}
        />
        {switches.map(([field, label]) => (
          <Switch
            key={field}
            label={t(label)}
            checked={values[field]}
            onChange={(event) => set({ [field]: event.currentTarget.checked })}
          />
        ))}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={!isValid || workspace.editRefusal.value !== undefined}>
            {t("filters.save")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** A renamed filter replaces the one of its old name. */
function storeFilter(
  { configuration, display }: Workspace,
  filter: AttributeTrackFilter,
  before: AttributeTrackFilter | undefined,
): void {
  const renamed = before !== undefined && before.name !== filter.name ? { [before.name]: null } : {};
  configuration.change({ attributeTrackFilters: { ...renamed, [filter.name]: filter } });
  display.trackFilters.forget(filter.name);
}
