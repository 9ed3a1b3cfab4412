/** Whether the dialog of keys is open. It is loaded when it is first wanted. */
import { signal } from "@preact/signals-core";

export const keyDialogOpen = signal(false);

export function openKeyDialog(): void {
  keyDialogOpen.value = true;
}
