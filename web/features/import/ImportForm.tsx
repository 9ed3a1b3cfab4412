/**
 * Imports an annotation or configuration file into a dataset: uploads it into the dataset's folder and has the server
 * read it. Warnings are shown; earlier annotations stay in the dataset's history.
 */
import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../../api/errors.ts";
import { defaultSetName } from "../../base/annotation-set.ts";
import { t } from "../../base/texts/index.ts";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { useBusyDatasets } from "../running-jobs.ts";
import { FileFields, TargetFields } from "./ImportFields.tsx";
import type { ImportMedia } from "./import-media.ts";
import { rememberColumns } from "./known-columns.ts";
import { sendImport, targetSetOf, type ImportChoices } from "./send-import.ts";
import { useImportFile, type ChosenFile } from "./use-import-file.ts";

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
  readonly media?: () => ImportMedia | undefined;
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

function ImportForm(target: ImportTarget) {
  const { id, currentSet, isReadOnly = false, file, media } = target;
  const chosen = useImportFile({ id, media, given: isReadOnly ? undefined : file });
  const draft = useDraft<ImportChoices>({ overwrite: true, prefix: "", setName: currentSet ?? defaultSetName });
  const { state, start } = useSending(target, chosen, draft.values);
  const isRunning = useBusyDatasets().has(id);
  if (state.kind === "warned") return <Warnings warnings={state.warnings} />;
  return (
    <Stack gap="sm">
      {state.kind === "choosing" && state.failure !== undefined && (
        <ErrorAlert title={t("importing.failed")} text={state.failure} />
      )}
      {isReadOnly && (
        <Alert color="yellow" role="note" icon={<IconLock size={16} />}>
          {t("importing.readOnly")}
        </Alert>
      )}
      {isRunning && <Text c="dimmed">{t("importing.busy")}</Text>}
      <FileFields chosen={chosen} isDisabled={isReadOnly} />
      <TargetFields datasetId={id} draft={draft} choosesSet={currentSet !== undefined} isDisabled={isReadOnly} />
      <DialogButtons>
        <Button variant="default" onClick={close}>
          {t("common.cancel")}
        </Button>
        <Button
          loading={state.kind === "sending"}
          disabled={isReadOnly || isRunning || !chosen.canStart}
          onClick={() => void start()}
        >
          {t("importing.start")}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

const close = (): void => dialogs.close(dialogId);

type State =
  | { readonly kind: "choosing"; readonly failure?: string }
  | { readonly kind: "sending" }
  /** It is imported, with warnings to read. */
  | { readonly kind: "warned"; readonly warnings: readonly string[] };

function useSending(target: ImportTarget, chosen: ChosenFile, choices: ImportChoices) {
  const [state, setState] = useState<State>({ kind: "choosing" });
  const { id, name, beforeImport, onImported } = target;
  const { file, shown, fileToSend } = chosen;

  async function start(): Promise<void> {
    if (file === null) return;
    setState({ kind: "sending" });
    try {
      await beforeImport?.();
      if (shown?.table !== undefined) rememberColumns(shown.table.header, shown.table.columns);
      const warnings = await sendImport(id, await fileToSend(file), choices);
      await onImported?.(targetSetOf(choices), file.name).catch((problem: unknown) => {
        notifications.show({ color: "red", message: t("importing.unread", { detail: errorText(problem) }) });
      });
      if (warnings.length > 0) return setState({ kind: "warned", warnings });
      close();
      // Otherwise the caller reports it.
      if (onImported === undefined)
        notifications.show({ color: "teal", message: t("importing.done", { file: file.name, name }) });
      setState({ kind: "choosing" });
    } catch (problem) {
      setState({ kind: "choosing", failure: errorText(problem) });
    }
  }
  return { state, start };
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
      <DialogButtons>
        <Button data-autofocus onClick={close}>
          {t("common.ok")}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
