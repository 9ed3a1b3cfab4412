/** The buttons at the end of a dialog. They stay in sight where the dialog is higher than the window and scrolls. */
import { Group } from "@mantine/core";
import type { ReactNode, Ref } from "react";

interface DialogButtonsProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

export function DialogButtons({ ref, children }: DialogButtonsProps) {
  return (
    <Group ref={ref} className="wl-dialog-buttons" justify="flex-end" gap="xs">
      {children}
    </Group>
  );
}
