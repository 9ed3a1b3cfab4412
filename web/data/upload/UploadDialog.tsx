/** The dialog of pending uploads: settings, progress and errors of each. Closing it does not stop running ones. */
import { Button, Stack } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { MountedModal } from "../../ui/dialogs/MountedModal.tsx";
import { UploadPlace } from "./UploadPlace.tsx";
import { PendingUploadCard } from "./PendingUploadCard.tsx";
import { dialogOpen, uploads } from "./upload-state.ts";
import { abortAll, canStart, startAll } from "./uploads.ts";

export default function UploadDialog() {
  useSignals();
  const all = uploads.value;
  const running = all.filter((upload) => upload.uploading.value);
  const startable = all.filter(canStart);
  const folders = new Map(all.map(({ parent }) => [parent.id, parent]));
  const [first] = folders.values();
  const title = folders.size === 1 ? t("pending.titleTo", { folder: first?.name ?? "" }) : t("upload.title");

  /** Running uploads continue after closing; waiting ones would be lost, so ask. */
  async function close() {
    if (running.length === 0 && all.length > 0) {
      const discard = await confirmDialog({
        title: t("pending.discard.title"),
        text: t("pending.discard.text"),
        positive: t("pending.discard.action"),
        danger: true,
      });
      if (!discard) return;
      await abortAll();
    }
    dialogOpen.value = false;
  }

  return (
    <MountedModal
      onClose={() => void close()}
      title={title}
      size="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack gap="md">
        {folders.size === 1 && first !== undefined && <UploadPlace folder={first} />}
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label={t("pending.dialogList")}>
          {all.map((upload) => (
            <PendingUploadCard key={upload.id} upload={upload} showsPlace={folders.size > 1} />
          ))}
        </Stack>
        <DialogButtons>
          {running.length > 0 && (
            <Button variant="default" onClick={() => (dialogOpen.value = false)}>
              {t("pending.hide")}
            </Button>
          )}
          {(startable.length > 0 || running.length === 0) && (
            <Button disabled={startable.length === 0} onClick={startAll} data-autofocus>
              {startable.length > 1 ? t("pending.startAll") : t("pending.start")}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </MountedModal>
  );
}
