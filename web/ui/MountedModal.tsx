/**
 * A dialog that is on the page only while it is open. Mantine's own gives the focus back when it is told to close; one that
 * goes away whole would leave it nowhere, and whoever works with the keyboard at the beginning of the page.
 */
import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

export function MountedModal(props: Omit<ModalProps, "opened">) {
  const [from] = useState(() => document.activeElement);
  // Once the dialog is all gone: until then nothing behind it takes the focus.
  useEffect(() => () => void setTimeout(() => giveFocusTo(from)), [from]);
  return <Modal opened {...props} />;
}

/** Where something else has taken it meanwhile, it stays there. */
function giveFocusTo(element: Element | null): void {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  if (isNowhere && element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}
