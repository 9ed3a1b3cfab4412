/** Warns about pictures that are too large to be shown whole, and offers to convert them to tiles. */
import { Anchor, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { api } from "../../../api/client.ts";
import { isTooLarge, type Picture } from "../../../base/picture.ts";
import { t } from "../../../base/texts/index.ts";
import type { Camera } from "../../../session/cameras/camera.ts";

/** Detail of the `large-image-warning` event, which bubbles up from the canvas. */
export interface LargeImageWarning {
  readonly datasetId: string;
  readonly frame: number;
  readonly width: number;
  readonly height: number;
}

/** So that each open dataset warns once. */
const warned = new WeakSet<Camera>();

export function warnOfLargeImage(
  place: HTMLElement,
  camera: Camera,
  { frame, width, height }: Picture,
  canWrite: boolean,
): void {
  if (!isTooLarge({ width, height }) || warned.has(camera)) return;
  warned.add(camera);
  const { datasetId, media } = camera.info;
  const detail: LargeImageWarning = { datasetId, frame, width, height };
  place.dispatchEvent(new CustomEvent("large-image-warning", { bubbles: true, detail }));
  if (media.kind !== "image-sequence") return;
  const id = `large-image-${datasetId}`;
  notifications.show({
    id,
    color: "yellow",
    title: t("viewer.largeImage.title", { width, height }),
    autoClose: false,
    message: (
      <Stack gap={4} align="start">
        {t(canWrite ? "viewer.largeImage.text" : "viewer.largeImage.readOnly")}
        {canWrite && (
          <Anchor component="button" type="button" fz="sm" fw={600} onClick={() => void convert(datasetId, id)}>
            {t("viewer.largeImage.convert")}
          </Anchor>
        )}
      </Stack>
    ),
  });
}

async function convert(datasetId: string, id: string): Promise<void> {
  try {
    await api.call("rpc.convertLargeImage", { id: datasetId });
    notifications.update({ id, color: "teal", title: t("viewer.largeImage.started"), message: "", autoClose: 8000 });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notifications.update({ id, color: "red", title: t("viewer.largeImage.failed"), message, autoClose: false });
  }
}
