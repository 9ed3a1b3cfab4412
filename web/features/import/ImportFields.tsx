/** The fields of the import dialog: the file with what only the user can say about it, and where it goes. */
import { Anchor, Autocomplete, FileInput, Switch, Text, TextInput } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { defaultSetName } from "../../base/annotation-set.ts";
import { t } from "../../base/texts/index.ts";
import { annotationSetsQuery } from "../../queries/annotations.ts";
import { flagOf, textOf } from "../../ui/forms/draft-fields.ts";
import type { Draft } from "../../ui/forms/use-draft.ts";
import { importAccept } from "./annotation-files.ts";
import { ColumnsField, FormatField } from "./FileMeaning.tsx";
import { ImportPreviewView } from "./ImportPreviewView.tsx";
import type { ImportChoices } from "./send-import.ts";
import type { ChosenFile } from "./use-import-file.ts";

interface FileFieldsProps {
  readonly chosen: ChosenFile;
  readonly isDisabled: boolean;
}

export function FileFields({ chosen, isDisabled }: FileFieldsProps) {
  const { shown, choices } = chosen;
  return (
    <>
      <Text c="dimmed">
        {t("importing.formats")} {t("importing.alsoConverted")}{" "}
        <Anchor href="/user-guide/formats" target="_blank" fz="inherit" underline="always">
          {t("importing.formatsLink")}
        </Anchor>
      </Text>
      <FileInput
        data-autofocus
        label={t("importing.file")}
        placeholder={t("importing.choose")}
        accept={importAccept}
        leftSection={<IconFileUpload size={16} stroke={1.6} />}
        disabled={isDisabled}
        value={chosen.file}
        onChange={chosen.choose}
        error={chosen.problem}
        clearable
        clearButtonProps={{ "aria-label": t("upload.clearFile") }}
      />
      {shown?.rivals !== undefined && (
        <FormatField judgment={shown.rivals} format={choices.format} onChange={(format) => chosen.say({ format })} />
      )}
      {shown?.table !== undefined && (
        <ColumnsField
          table={shown.table}
          columns={choices.columns ?? shown.table.columns}
          onChange={(columns) => chosen.say({ columns })}
        />
      )}
      <ImportPreviewView state={chosen.preview} rescaling={{ ...chosen.rescaling, onChange: chosen.setRescaling }} />
    </>
  );
}

interface TargetFieldsProps {
  readonly datasetId: string;
  readonly draft: Draft<ImportChoices>;
  readonly choosesSet: boolean;
  readonly isDisabled: boolean;
}

/** Where the annotations go, and what becomes of those that are there. */
export function TargetFields({ datasetId, draft, choosesSet, isDisabled }: TargetFieldsProps) {
  const { overwrite, setName } = draft.values;
  return (
    <>
      {choosesSet && (
        <SetField
          datasetId={datasetId}
          value={setName}
          isDisabled={isDisabled}
          onChange={(name) => draft.set({ setName: name })}
        />
      )}
      <Switch
        label={t("importing.overwrite")}
        description={t(overwrite ? "importing.overwriteHint" : "importing.additive")}
        disabled={isDisabled}
        {...flagOf(draft, "overwrite")}
      />
      {!overwrite && (
        <TextInput
          size="xs"
          label={t("importing.prepend")}
          description={t("importing.prependHint")}
          {...textOf(draft, "prefix")}
        />
      )}
    </>
  );
}

interface SetFieldProps {
  readonly datasetId: string;
  readonly value: string;
  readonly isDisabled: boolean;
  onChange(name: string): void;
}

/** Suggests the existing sets; any other name creates a new one. */
function SetField({ datasetId, value, isDisabled, onChange }: SetFieldProps) {
  const named = useQuery(annotationSetsQuery(datasetId)).data ?? [];
  return (
    <Autocomplete
      label={t("importing.set")}
      description={t("importing.setHint")}
      data={[...new Set([defaultSetName, ...named, value])].filter((name) => name !== "")}
      // All of them are offered, whatever is chosen.
      filter={({ options }) => options}
      disabled={isDisabled}
      value={value}
      onChange={onChange}
    />
  );
}
