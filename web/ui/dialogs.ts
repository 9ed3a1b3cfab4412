/**
 * Opens dialogs from anywhere. The code that renders them is loaded separately from the page; requests made before then
 * wait for it.
 */
import { modals } from "@mantine/modals";
import { createElement, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { giveFocusBack } from "./give-focus-back.ts";

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
    const named = { ...dialog, modalId, children: createElement(Shown, { id: modalId, from }, dialog.children) };
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

interface ShownProps {
  readonly id: string;
  readonly from: Element | null;
  readonly children?: ReactNode;
}

const focusable = ["input:not([type=hidden])", "textarea", "select", "button", "a[href]"]
  .map((name) => `${name}:not(:disabled):not([tabindex="-1"])`)
  .join();

/**
 * The focus goes to what the dialog asks first, not to the button in its head that closes it.
 * @param from gets the focus back when all dialogs are closed
 */
function Shown({ id, from, children }: ShownProps): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (content.current?.querySelector("[data-autofocus]") !== null) return;
    content.current.querySelector(focusable)?.setAttribute("data-autofocus", "true");
  }, []);
  useEffect(() => {
    opening.delete(id);
    return () => void setTimeout(() => giveFocusBack(from));
  }, [id, from]);
  return createElement("div", { ref: content, style: { display: "contents" } }, children);
}

/** Called by the component that renders them, while it is mounted. */
export function setDialogsDrawn(isDrawn: boolean): void {
  const asked = waiting ?? [];
  waiting = isDrawn ? undefined : [];
  if (isDrawn) asked.forEach((dialog) => modals.open(dialog));
}
