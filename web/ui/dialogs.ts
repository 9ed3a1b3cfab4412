/**
 * Opens dialogs, from anywhere. The code that draws them is fetched separately from the page; requests made before it
 * is loaded wait for it.
 */
import { modals } from "@mantine/modals";
import { createElement, useEffect, type ReactNode } from "react";
import { dialogCame, expectDialog } from "./coming-dialog.ts";
import { giveFocusBack } from "./give-focus-back.ts";

type Dialog = Parameters<typeof modals.open>[0];

let count = 0;
let waiting: (Dialog & { readonly modalId: string })[] | undefined = [];

export const dialogs = {
  /** @returns the id that closes it */
  open(dialog: Dialog): string {
    expectDialog();
    const modalId = dialog.modalId ?? `dialog-${++count}`;
    const from = document.activeElement;
    const named = { ...dialog, modalId, children: createElement(Shown, { from }, dialog.children) };
    if (waiting === undefined) modals.open(named);
    else waiting.push(named);
    return modalId;
  },
  close(id: string): void {
    waiting = waiting?.filter(({ modalId }) => modalId !== id);
    if (waiting === undefined) modals.close(id);
  },
};

/** @param from has the focus again when the dialog is all gone */
function Shown({ from, children }: { readonly from: Element | null; readonly children?: ReactNode }): ReactNode {
  useEffect(() => {
    dialogCame();
    return () => void setTimeout(() => giveFocusBack(from));
  }, [from]);
  return children;
}

/** Called by the component that draws them, while it is in the page. */
export function setDialogsDrawn(isDrawn: boolean): void {
  const asked = waiting ?? [];
  waiting = isDrawn ? undefined : [];
  if (isDrawn) asked.forEach((dialog) => modals.open(dialog));
}
