/**
 * Opens dialogs from anywhere. The code that renders them is loaded separately from the page; requests made before then
 * wait for it.
 */
import { modals } from "@mantine/modals";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { DialogContent } from "./DialogContent.tsx";

type Dialog = Parameters<typeof modals.open>[0];

let count = 0;
/** Opened, but not on the page yet. */
const opening = new Map<string, Dialog>();
let waiting: (Dialog & { readonly modalId: string })[] | undefined = [];

export const dialogs = {
  /** @returns the id that closes it */
  open(dialog: Dialog): string {
    const modalId = dialog.modalId ?? `dialog-${++count}`;
    const from = document.activeElement;
    const onShown = (): void => void opening.delete(modalId);
    const children = createElement(DialogContent, { from, onShown }, dialog.children);
    const named = { ...dialog, modalId, children };
    opening.set(modalId, dialog);
    // Rendered synchronously, so that the next key goes to it.
    if (waiting === undefined) flushSync(() => modals.open(named));
    else waiting.push(named);
    return modalId;
  },
  close(id: string): void {
    opening.delete(id);
    waiting = waiting?.filter(({ modalId }) => modalId !== id);
    if (waiting === undefined) modals.close(id);
  },
  /** Whether one is not on the page yet: keys pressed meanwhile are not sent to the page. */
  get isOpening(): boolean {
    return opening.size > 0;
  },
  /** Cancels those that are not on the page yet, as Escape closes the others. */
  stopOpening(): void {
    for (const [id, { onClose }] of opening) {
      dialogs.close(id);
      onClose?.();
    }
  },
};

/** Called by the component that renders them, while it is mounted. */
export function setDialogsDrawn(isDrawn: boolean): void {
  const asked = waiting ?? [];
  waiting = isDrawn ? undefined : [];
  if (isDrawn) asked.forEach((dialog) => modals.open(dialog));
}
