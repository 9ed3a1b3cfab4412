/** The notification that an upload has become a dataset: warnings, a link to the viewer, the end of its conversion. */
import { Anchor, Button, List, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { notifications } from "@mantine/notifications";
import { hasEnded, JobStatus } from "#schemas/job-status";
import { mediaEntryText, mediaLedgerOf, needsLook } from "#schemas/media-ledger";
import { mediaProblemTexts } from "#schemas/media-problems";
import { api } from "../../api/client.ts";
import { errorStatus } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { uploadToastId } from "../../ui/page/upload-toast.ts";
import { applyJobStatus } from "../../queries/jobs.ts";
import { isTruthyMeta } from "../../queries/places.ts";
import type { UploadedDataset } from "./run-upload.ts";

const pollMs = 2000;
/** Files named in a message; the dataset's details list all of them. */
const maxNamed = 5;

export function announceDatasets(datasets: readonly UploadedDataset[]): void {
  for (const dataset of datasets) {
    const { warnings, job_ids: jobs, folder } = dataset.reply;
    const isReady = isTruthyMeta(folder.meta.annotate);
    // The response for a zip has no warnings.
    if (warnings !== undefined && warnings.length > 0) showWarnings(dataset, warnings, isReady);
    else if (isReady) showReady(dataset);
    else {
      const text = jobs.length > 0 ? t("upload.done.converting") : t("upload.done.notDataset");
      toast(dataset, t("upload.done.title", { name: dataset.name }), text, false);
    }
    for (const job of jobs) void followJob(job, dataset);
  }
}

function showReady(dataset: UploadedDataset): void {
  toast(dataset, t("upload.job.ready", { name: dataset.name }), "", true);
}

function toast(dataset: UploadedDataset, title: string, message: string, ready: boolean): void {
  // A visible toast with the same id would suppress the new one.
  notifications.hide(uploadToastId(dataset.folderId));
  notifications.show({
    id: uploadToastId(dataset.folderId),
    color: "teal",
    title,
    autoClose: ready ? 12_000 : 6000,
    message: (
      <Stack gap={4} align="start">
        {message}
        {ready && <LaunchLink id={dataset.folderId} />}
      </Stack>
    ),
  });
}

function LaunchLink({ id }: { readonly id: string }) {
  return (
    <Anchor component="button" type="button" fz="sm" fw={600} onClick={() => navigateTo(`/viewer/${id}`)}>
      {t("upload.done.launch")}
    </Anchor>
  );
}

function showWarnings(dataset: UploadedDataset, warnings: readonly string[], isReady: boolean): void {
  const id = dialogs.open({
    title: t("upload.warnings.title"),
    size: "lg",
    children: (
      <Stack>
        <Text>{t(isReady ? "upload.warnings.text" : "upload.done.notDataset")}</Text>
        <List size="sm" style={{ overflowWrap: "anywhere" }}>
          {warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
        <DialogButtons>
          {isReady && (
            <Button
              variant="default"
              onClick={() => {
                dialogs.close(id);
                navigateTo(`/viewer/${dataset.folderId}`);
              }}
            >
              {t("upload.done.launch")}
            </Button>
          )}
          <Button data-autofocus onClick={() => dialogs.close(id)}>
            {t("common.ok")}
          </Button>
        </DialogButtons>
      </Stack>
    ),
  });
}

/** Damaged media are listed, in a notification that stays until dismissed. */
async function announceReady(dataset: UploadedDataset): Promise<void> {
  const { name, folderId } = dataset;
  const { meta } = await api.call("folder.get", { id: folderId });
  const said = new Set(dataset.reply.warnings);
  const entries = mediaLedgerOf(meta).filter((entry) => needsLook(entry) && !said.has(mediaEntryText(entry)));
  const problems = [
    ...mediaProblemTexts(meta),
    ...entries.slice(0, maxNamed).map(mediaEntryText),
    ...(entries.length > maxNamed ? [t("upload.job.moreEntries", { count: entries.length - maxNamed })] : []),
  ];
  if (problems.length === 0) return showReady(dataset);
  notifications.hide(uploadToastId(folderId));
  notifications.show({
    id: uploadToastId(folderId),
    color: "yellow",
    autoClose: false,
    title: t("upload.job.damaged", { name }),
    message: (
      <Stack gap={4} align="start" style={{ overflowWrap: "anywhere" }}>
        {problems.map((text) => (
          <span key={text}>{text}</span>
        ))}
        <LaunchLink id={folderId} />
      </Stack>
    ),
  });
}

/** Reports the end of an upload's conversion. It polls, because live messages may be switched off on the server. */
async function followJob(jobId: string, dataset: UploadedDataset): Promise<void> {
  while (true) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    try {
      const job = await api.call("job.get", { id: jobId });
      if (!hasEnded(job)) continue;
      applyJobStatus(job);
      if (job.status === JobStatus.success) {
        await announceReady(dataset);
      } else {
        notifications.show({
          color: "red",
          autoClose: false,
          title: t("upload.job.failedTitle", { name: dataset.name }),
          message: t("upload.job.failed", { name: dataset.name, reason: job.log?.at(-1)?.trim() ?? "" }),
        });
      }
      return;
    } catch (error) {
      // A connection error: try again. Anything else ends it: the job was deleted, or another user signed in.
      if (errorStatus(error) !== 0) return;
    }
  }
}
