/**
 * A dialog that is on the page only while it is open. Mantine's own gives the focus back when it is told to close; one that
 * goes away whole would leave it nowhere, and whoever works with the keyboard at the beginning of the page.
 */
import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { giveFocusBack } from "./give-focus-back.ts";

export function MountedModal(props: Omit<ModalProps, "opened">) {
  const [from] = useState(() => document.activeElement);
  // Once the dialog is all gone: until then nothing behind it takes the focus.
  useEffect(() => () => void setTimeout(() => giveFocusBack(from)), [from]);
  return <Modal opened {...props} />;
}
