/** The toast that offers to open an uploaded dataset; it is hidden once the viewer shows it. */
import { notifications } from "@mantine/notifications";

export const uploadToastId = (datasetId: string): string => `uploaded-${datasetId}`;

export function hideUploadToast(datasetId: string): void {
  notifications.hide(uploadToastId(datasetId));
}
