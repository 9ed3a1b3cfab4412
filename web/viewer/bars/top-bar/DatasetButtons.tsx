/** Buttons that import into the open dataset and clone it. */

import { ActionIcon } from "@mantine/core";
import { IconCopy, IconFileImport } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../../base/texts/index.ts";
import { runCommand } from "../../../commands/registry.ts";
import named from "../../../ui/theme/named-icon.module.css";
import { useViewer } from "../../viewer-context.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

const icon = { size: 17, stroke: 1.6 };

export function ImportButton() {
  const { editor } = useViewer();
  return (
    <BarButton
      label={t("importing.open")}
      icon={<IconFileImport {...icon} />}
      onClick={() => void runCommand(editor, "annotations.import")}
    />
  );
}

/** Shown while no dataset is open, so that the bar does not change when one opens. */
export function ImportButtonWithoutDataset() {
  return <BarButton label={t("importing.open")} icon={<IconFileImport {...icon} />} />;
}

export function CloneButton() {
  const { editor } = useViewer();
  return (
    <BarButton
      label={t("clone.open")}
      icon={<IconCopy {...icon} />}
      onClick={() => void runCommand(editor, "dataset.clone")}
    />
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Disabled when missing. */
  onClick?(): void;
}

function BarButton({ label, icon: face, onClick }: BarButtonProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={28}
        className={named.button ?? ""}
        aria-label={label}
        disabled={onClick === undefined}
        onClick={onClick}
      >
        {face}
        <span className={named.name}>{label}</span>
      </ActionIcon>
    </Tip>
  );
}
