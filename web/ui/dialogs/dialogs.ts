/**
 * Opens dialogs from anywhere. The code that renders them is loaded separately from the page; requests made before then
 * wait for it.
 */
import { modals } from "@mantine/modals";
import { flushSync } from "react-dom";

type Dialog = Parameters<typeof modals.open>[0];

/** Where a dialog comes from, for what renders it. */
export interface DialogPlace {
  readonly modalId: string;
  /** Gets the focus back when all dialogs are closed. */
  readonly from: Element | null;
  onShown(): void;
}

type DrawDialog = (dialog: Dialog, place: DialogPlace) => void;

let count = 0;
/** Opened, but not on the page yet. */
const opening = new Map<string, Dialog>();
let draw: DrawDialog | undefined;
let waiting: (readonly [Dialog, DialogPlace])[] = [];

export const dialogs = {
  /** @returns the id that closes it */
  open(dialog: Dialog): string {
    const modalId = dialog.modalId ?? `dialog-${++count}`;
    const place = { modalId, from: document.activeElement, onShown: () => void opening.delete(modalId) };
    opening.set(modalId, dialog);
    // Rendered synchronously, so that the next key goes to it.
    if (draw === undefined) waiting.push([dialog, place]);
    else flushSync(() => draw?.(dialog, place));
    return modalId;
  },
  close(id: string): void {
    opening.delete(id);
    waiting = waiting.filter(([, { modalId }]) => modalId !== id);
    if (draw !== undefined) modals.close(id);
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
export function setDialogsDrawn(drawn: DrawDialog | undefined): void {
  draw = drawn;
  const openedEarly = waiting;
  waiting = [];
  if (drawn !== undefined) openedEarly.forEach(([dialog, place]) => drawn(dialog, place));
}
