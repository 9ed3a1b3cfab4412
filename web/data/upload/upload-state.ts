/** All uploads of this page: small, since every page loads it. The code that runs them is loaded on first use. */
import { signal } from "@preact/signals-core";
import type { PendingUpload } from "./pending-upload.ts";

/** In the order they were added. */
export const uploads = signal<readonly PendingUpload[]>([]);
/** Whether the dialog is open; uploads continue without it. */
export const dialogOpen = signal(false);

export function hasRunningUploads(): boolean {
  return uploads.peek().some((upload) => upload.uploading.peek());
}

addEventListener("beforeunload", (event) => {
  if (hasRunningUploads()) event.preventDefault();
});
