/** Toggles the image enhancements panel; has a badge while the picture is shown enhanced. */

import { ActionIcon, Indicator, Menu } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPhotoCog } from "@tabler/icons-react";
import { isPlain } from "../../../base/image-enhancements.ts";
import { t } from "../../../base/texts/index.ts";
import { useDock } from "../../docks/use-dock.ts";
import { useViewer } from "../../viewer-context.ts";
import { imageEnhancementsPanel } from "./image-enhancements-panel.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function EnhancementsButton() {
  useSignals();
  const { workspace } = useViewer();
  const dock = useDock("right");
  const isModified = !isPlain(workspace.display.enhancements.value);
  const label = t(isModified ? "picture.enhancementsModified" : "picture.enhancements");
  const isShown = dock.isOpen && dock.panel?.id === imageEnhancementsPanel.id;
  return (
    <Tip label={label}>
      <Indicator size={7} offset={5} color="var(--wl-accent-text)" disabled={!isModified} data-testid="enhancements">
        <ActionIcon
          size={28}
          aria-label={label}
          aria-pressed={isShown}
          {...(isShown && { variant: "light", color: "wake" })}
          onClick={() => dock.toggle(imageEnhancementsPanel.id)}
        >
          <IconPhotoCog size={17} stroke={1.6} />
        </ActionIcon>
      </Indicator>
    </Tip>
  );
}

/** For the bar's menu when there is no room for the button. */
export function EnhancementsItem() {
  const dock = useDock("right");
  return (
    <Menu.Item
      leftSection={<IconPhotoCog size={16} stroke={1.6} />}
      onClick={() => dock.show(imageEnhancementsPanel.id)}
    >
      {t("picture.enhancements")}
    </Menu.Item>
  );
}
