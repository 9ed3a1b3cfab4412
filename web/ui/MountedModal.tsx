/**
 * A dialog that is on the page only while it is open. Mantine's own returns the focus when it closes; a dialog
 * unmounted as a whole would lose it, and move keyboard users to the beginning of the page.
 */
import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { giveFocusBack } from "./give-focus-back.ts";

export function MountedModal(props: Omit<ModalProps, "opened">) {
  const [from] = useState(() => document.activeElement);
  // After the dialog has been removed: until then nothing on the page takes the focus.
  useEffect(() => () => void setTimeout(() => giveFocusBack(from)), [from]);
  return <Modal opened {...props} />;
}
