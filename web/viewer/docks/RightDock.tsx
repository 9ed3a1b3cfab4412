/** The right dock: one context panel or none, chosen by its icon or from the list, closed by its button. */

import { ActionIcon, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import { Toolbar } from "../parts/Toolbar.tsx";
import classes from "./docks.module.css";
import { Splitter } from "../../ui/Splitter.tsx";
import { panelMark } from "./panel-mark.ts";
import { useDock } from "./use-dock.ts";
import { Tip } from "../../ui/Tip.tsx";
import { ToolButton } from "../parts/ToolButton.tsx";

export function RightDock() {
  const dock = useDock("right");
  if (!dock.isOpen || dock.panel === undefined) return null;
  const Shown = dock.panel.component;
  return (
    <aside
      className={classes.right}
      style={{ width: dock.sizePx }}
      aria-label={t("viewer.contextPanel")}
      onMouseDown={keepFocus}
    >
      <div className={classes.rightBorder}>
        <Splitter
          label={t("viewer.resizeContextPanel")}
          orientation="vertical"
          value={dock.sizePx}
          min={220}
          max={560}
          step={-10}
          valueAt={(start, moved) => start - moved}
          onChange={dock.resize}
        />
      </div>
      <div className={classes.header}>
        <Select
          className={classes.choice ?? ""}
          variant="unstyled"
          aria-label={t("viewer.contextPanel")}
          value={dock.panel.id}
          data={dock.panels.map(({ id, title }) => ({ value: id, label: title() }))}
          onChange={(id) => id !== null && dock.show(id)}
        />
        <ToolButton
          label={t("viewer.closePanel")}
          icon={<IconX size={15} stroke={1.6} />}
          onClick={() => dock.setOpen(false)}
        />
      </div>
      <div className={classes.content} data-testid="panel-content" {...panelMark(dock.panel.id)}>
        <Shown />
      </div>
    </aside>
  );
}

/** The icons of the context panels at the right edge. */
export function RightRail() {
  const dock = useDock("right");
  return (
    <Toolbar className={classes.rail ?? ""} orientation="vertical" label={t("viewer.contextPanels")} data-side="right">
      {dock.panels.map((panel) => {
        const isShown = dock.isOpen && dock.panel?.id === panel.id;
        return (
          <Tip key={panel.id} label={panel.title()} position="left">
            <ActionIcon
              size={32}
              aria-label={panel.title()}
              aria-pressed={isShown}
              {...(isShown && { variant: "light", color: "wake" })}
              onClick={() => dock.toggle(panel.id)}
            >
              <panel.icon size={18} stroke={1.6} />
            </ActionIcon>
          </Tip>
        );
      })}
    </Toolbar>
  );
}
