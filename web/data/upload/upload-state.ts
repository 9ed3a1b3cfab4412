/** All uploads of this page: small, so that every page can know of them. What is done with them is loaded with the first. */
import { signal } from "@preact/signals-core";
import type { PendingUpload } from "./pending-upload.ts";

/** In the order they were added. */
export const uploads = signal<readonly PendingUpload[]>([]);
/** The dialog is open; uploads run on without it. */
export const dialogOpen = signal(false);

export function hasRunningUploads(): boolean {
  return uploads.peek().some((upload) => upload.uploading.peek());
}

addEventListener("beforeunload", (event) => {
  if (hasRunningUploads()) event.preventDefault();
});
