/**
 * Imports an annotation or configuration file into a dataset: uploads it into the dataset's folder and has the server
 * read it. Warnings are shown; the earlier annotations stay in the history of the dataset.
 */
import { Alert, Button, FileInput, Group, List, Stack, Switch, Text, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconFileUpload } from "@tabler/icons-react";
import { useState } from "react";
import { uploadFile } from "#schemas/upload";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { annotationAccept, isImportableName } from "../upload/file-kinds.ts";

const toastId = "import-annotations";

export function openImportDialog(dataset: { readonly id: string; readonly name: string }): void {
  modals.open({
    modalId: toastId,
    title: t("browse.import.title", { name: dataset.name }),
    children: <ImportForm {...dataset} />,
  });
}

function ImportForm({ id, name }: { readonly id: string; readonly name: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [overwrite, setOverwrite] = useState(true);
  const [prefix, setPrefix] = useState("");
  const [error, setError] = useState<string>();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const wrongType = file !== null && !isImportableName(file.name);
  const empty = file !== null && file.size === 0;

  async function start() {
    if (file === null) return;
    setBusy(true);
    setError(undefined);
    try {
      await uploadFile(api, { parentType: "folder", parentId: id, name: file.name }, file);
      const reply = await api.call("rpc.postprocess", {
        id,
        skipJobs: true,
        additive: !overwrite,
        additivePrepend: overwrite ? "" : prefix.trim(),
      });
      await Promise.all(
        [keys.datasets, keys.places, keys.summary].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
      if (reply.warnings.length > 0) {
        setWarnings(reply.warnings);
        return;
      }
      modals.close(toastId);
      notifications.show({ color: "teal", message: t("browse.import.done", { file: file.name, name }) });
    } catch (problem) {
      setError(errorText(problem));
    } finally {
      setBusy(false);
    }
  }

  if (warnings.length > 0) {
    return (
      <Stack>
        <Alert color="yellow" role="alert" icon={<IconAlertTriangle size={16} />} title={t("browse.import.warnings")}>
          <Text mb={6}>{t("browse.import.warningsText")}</Text>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
        <Group justify="flex-end">
          <Button data-autofocus onClick={() => modals.close(toastId)}>
            {t("common.ok")}
          </Button>
        </Group>
      </Stack>
    );
  }

  return (
    <Stack gap="sm">
      {error !== undefined && <ErrorAlert title={t("browse.import.failed")} text={error} />}
      <Text c="dimmed">{t("browse.import.text")}</Text>
      <FileInput
        label={t("upload.annotations")}
        placeholder={t("browse.import.choose")}
        accept={annotationAccept}
        leftSection={<IconFileUpload size={16} stroke={1.6} />}
        value={file}
        onChange={setFile}
        error={
          wrongType
            ? t("upload.error.annotationType")
            : empty
              ? t("upload.error.emptyFile", { name: file.name })
              : undefined
        }
        clearable
        clearButtonProps={{ "aria-label": t("upload.clearFile") }}
      />
      <Switch
        label={t("browse.import.overwrite")}
        description={t("browse.import.overwriteHint")}
        checked={overwrite}
        onChange={(event) => setOverwrite(event.currentTarget.checked)}
      />
      {!overwrite && (
        <TextInput
          size="xs"
          label={t("browse.import.prepend")}
          description={t("browse.import.prependHint")}
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => modals.close(toastId)}>
          {t("common.cancel")}
        </Button>
        <Button loading={busy} disabled={file === null || wrongType || empty} onClick={() => void start()}>
          {t("browse.import.start")}
        </Button>
      </Group>
    </Stack>
  );
}
