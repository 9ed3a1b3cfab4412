/** The training form in a popover next to its button. */
import { Popover } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import { Anchor } from "../../ui/menus/MenuLayer.tsx";
import type { RunTarget } from "./run-target.ts";
import TrainingForm from "./TrainingForm.tsx";

/** CSS pixels. */
const maxWidth = 500;

export interface TrainingPopoverProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly isOpen: boolean;
  setOpen(isOpen: boolean): void;
  readonly targets: readonly RunTarget[];
}

export default function TrainingPopover({ id, anchor, isOpen, setOpen, targets }: TrainingPopoverProps) {
  return (
    <Popover
      id={id}
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        <Anchor to={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        w="min(500px, 92vw)"
        maw={maxWidth}
        aria-label={t("run.training")}
        onKeyDownCapture={(event) => {
          // Escape in a list closes the list, not the form around it.
          const isInList = event.target instanceof Element && event.target.getAttribute("aria-expanded") === "true";
          if (event.key === "Escape" && !isInList) setOpen(false);
        }}
      >
        <TrainingForm targets={targets} onStart={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
