/**
 * Imports an annotation or configuration file into a dataset: uploads it into the dataset's folder and has the server
 * read it. Warnings are shown; earlier annotations stay in the dataset's history.
 */
import {
  Alert,
  Anchor,
  Autocomplete,
  Button,
  FileInput,
  Group,
  List,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconFileUpload, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { uploadFile } from "#schemas/upload";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { defaultSetName } from "../../base/annotation-set.ts";
import { t } from "../../base/texts/index.ts";
import { annotationSetsQuery } from "../../queries/annotations.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { useBusyDatasets } from "../running-jobs.ts";
import { importAccept, isImportableName, isInspectedName, isYaml } from "./annotation-files.ts";
import { ColumnsField, FormatField } from "./FileMeaning.tsx";
import { ImportPreviewView } from "./ImportPreviewView.tsx";
import { type ImportMedia, loadImportMedia } from "./import-media.ts";
import { isPreview, type FileChoices } from "./import-preview.ts";
import { rememberColumns, rememberedColumns } from "./known-columns.ts";
import { mayStart, usePreview } from "./use-preview.ts";

const dialogId = "import-annotations";

export interface ImportTarget {
  readonly id: string;
  readonly name: string;
  /** The shown set; if given, the user can choose the target set. */
  readonly currentSet?: string;
  /** Importing is not possible now. */
  readonly isReadOnly?: boolean;
  /** Preselected file. */
  readonly file?: File;
  /** Frames and pictures of an open dataset; otherwise they are requested from the server. */
  readonly media?: () => ImportMedia;
  /** Runs before anything is changed; if it rejects, nothing is imported and the reason is shown. */
  readonly beforeImport?: () => Promise<void>;
  /** Shows and reports the import where the dataset is open. */
  readonly onImported?: (setName: string, fileName: string) => Promise<void>;
}

export function openImportDialog(target: ImportTarget): void {
  dialogs.open({
    modalId: dialogId,
    title: t("importing.title", { name: target.name }),
    children: <ImportForm {...target} />,
  });
}

function ImportForm({ id, name, currentSet, isReadOnly = false, file: given, media, ...hooks }: ImportTarget) {
  const { beforeImport, onImported } = hooks;
  const [file, setFile] = useState<File | null>(isReadOnly ? null : (given ?? null));
  const [overwrite, setOverwrite] = useState(true);
  const [prefix, setPrefix] = useState("");
  const [setName, chooseSet] = useState(currentSet ?? defaultSetName);
  const [error, setError] = useState<string>();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const isRunning = useBusyDatasets().has(id);
  const isUnknown = file !== null && !isImportableName(file.name) && !isInspectedName(file.name);
  const empty = file !== null && file.size === 0;
  const [said, setSaid] = useState<FileChoices & { readonly of?: File | null }>({});
  const inspect = useCallback(
    async (chosen: File) => {
      const [{ inspectImport }, known] = await Promise.all([
        import("./inspect-import.ts"),
        media?.() ?? loadImportMedia(id, chosen.name),
      ]);
      return await inspectImport(chosen, known, { ...(said.of === chosen && said), remembered: rememberedColumns });
    },
    [id, media, said],
  );
  const { preview, shown, rescaling, setRescaling, fileToSend } = usePreview(isUnknown || empty ? null : file, inspect);
  const isWrong = isUnknown || (file !== null && isYaml(file.name) && isPreview(preview) && preview.isRefused);

  async function start() {
    if (file === null) return;
    setBusy(true);
    setError(undefined);
    try {
      await beforeImport?.();
      if (shown?.table !== undefined) rememberColumns(shown.table.header, shown.table.columns);
      const warned = await importFile(await fileToSend(file));
      await onImported?.(targetSet, file.name).catch((problem: unknown) => {
        notifications.show({ color: "red", message: t("importing.unread", { detail: errorText(problem) }) });
      });
      if (warned.length > 0) return setWarnings(warned);
      dialogs.close(dialogId);
      // Otherwise the caller reports it.
      if (onImported === undefined)
        notifications.show({ color: "teal", message: t("importing.done", { file: file.name, name }) });
    } catch (problem) {
      setError(errorText(problem));
    } finally {
      setBusy(false);
    }
  }

  const targetSet = setName.trim() === "" ? defaultSetName : setName.trim();

  async function importFile(chosen: File): Promise<readonly string[]> {
    await uploadFile(api, { parentType: "folder", parentId: id, name: chosen.name }, chosen);
    const reply = await api.call("rpc.postprocess", {
      id,
      skipJobs: true,
      additive: !overwrite,
      additivePrepend: overwrite ? "" : prefix.trim(),
      set: targetSet === defaultSetName ? "" : targetSet,
    });
    const stale = [keys.datasets, keys.places, keys.summary];
    await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return reply.warnings;
  }

  if (warnings.length > 0) return <Warnings warnings={warnings} />;
  return (
    <Stack gap="sm">
      {error !== undefined && <ErrorAlert title={t("importing.failed")} text={error} />}
      {isReadOnly && (
        <Alert color="yellow" role="note" icon={<IconLock size={16} />}>
          {t("importing.readOnly")}
        </Alert>
      )}
      {isRunning && <Text c="dimmed">{t("importing.busy")}</Text>}
      <Text c="dimmed">
        {t("importing.formats")} {t("importing.alsoConverted")}{" "}
        <Anchor href="/user-guide/formats" target="_blank" fz="inherit" underline="always">
          {t("importing.formatsLink")}
        </Anchor>
      </Text>
      <FileInput
        label={t("importing.file")}
        placeholder={t("importing.choose")}
        accept={importAccept}
        leftSection={<IconFileUpload size={16} stroke={1.6} />}
        disabled={isReadOnly}
        value={file}
        onChange={setFile}
        error={
          isWrong
            ? t("upload.error.annotationType")
            : empty
              ? t("upload.error.emptyFile", { name: file.name })
              : undefined
        }
        clearable
        clearButtonProps={{ "aria-label": t("upload.clearFile") }}
      />
      {shown?.rivals !== undefined && (
        <FormatField
          judgment={shown.rivals}
          format={said.format}
          onChange={(format) => setSaid({ of: file, format })}
        />
      )}
      {shown?.table !== undefined && (
        <ColumnsField
          table={shown.table}
          columns={said.of === file && said.columns !== undefined ? said.columns : shown.table.columns}
          onChange={(columns) => setSaid({ of: file, columns })}
        />
      )}
      <ImportPreviewView state={preview} rescaling={{ ...rescaling, onChange: setRescaling }} />
      {currentSet !== undefined && (
        <SetField datasetId={id} value={setName} isDisabled={isReadOnly} onChange={chooseSet} />
      )}
      <Switch
        label={t("importing.overwrite")}
        description={t(overwrite ? "importing.overwriteHint" : "importing.additive")}
        disabled={isReadOnly}
        checked={overwrite}
        onChange={(event) => setOverwrite(event.currentTarget.checked)}
      />
      {!overwrite && (
        <TextInput
          size="xs"
          label={t("importing.prepend")}
          description={t("importing.prependHint")}
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => dialogs.close(dialogId)}>
          {t("common.cancel")}
        </Button>
        <Button
          loading={busy}
          disabled={
            isReadOnly ||
            isRunning ||
            file === null ||
            isWrong ||
            empty ||
            !mayStart(preview, isInspectedName(file.name))
          }
          onClick={() => void start()}
        >
          {t("importing.start")}
        </Button>
      </Group>
    </Stack>
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

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <Stack>
      <Alert color="yellow" role="alert" icon={<IconAlertTriangle size={16} />} title={t("importing.warnings")}>
        <Text mb={6}>{t("importing.warningsText")}</Text>
        <List size="sm">
          {warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      </Alert>
      <Group justify="flex-end">
        <Button data-autofocus onClick={() => dialogs.close(dialogId)}>
          {t("common.ok")}
        </Button>
      </Group>
    </Stack>
  );
}
