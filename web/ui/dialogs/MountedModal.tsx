/**
 * A modal that is mounted only while it is open. Mantine returns the focus when a modal closes; one that is unmounted
 * as a whole would lose it, and keyboard users would be back at the top of the page.
 */
import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { restoreFocus } from "./restore-focus.ts";

export function MountedModal(props: Omit<ModalProps, "opened">) {
  const [from] = useState(() => document.activeElement);
  // After the dialog has been removed: until then nothing on the page can take the focus.
  useEffect(() => () => void setTimeout(() => restoreFocus(from)), [from]);
  return <Modal opened {...props} />;
}
