/**
 * The left dock: its panels as tabs. In a narrow window it is a drawer over the canvas. A closed drawer stays mounted:
 * a dialog opened from it survives, with its entries, when the window becomes narrow.
 */

import { Tabs } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../base/texts/index.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import classes from "./docks.module.css";
import { Splitter } from "../../ui/page/Splitter.tsx";
import { panelMark } from "./panel-mark.ts";
import { useDock } from "./use-dock.ts";
import { ToolButton } from "../parts/ToolButton.tsx";

export function LeftDock() {
  const dock = useDock("left");
  const [isHeld, setHeld] = useState(dock.isOpen);
  // A closed dock next to the canvas is unmounted.
  const holds = dock.isOpen || (dock.isDrawer && isHeld);
  if (holds !== isHeld) setHeld(holds);
  if (!holds || dock.panel === undefined) return null;
  const Shown = dock.panel.component;
  return (
    <aside
      className={classes.left}
      style={{ width: dock.sizePx, display: dock.isOpen ? undefined : "none" }}
      data-over={dock.isDrawer || undefined}
      aria-label={t("viewer.sidebar")}
      onMouseDown={keepFocus}
    >
      <Tabs className={classes.tabs ?? ""} value={dock.panel.id} onChange={(id) => id !== null && dock.show(id)}>
        <div className={classes.tabBar}>
          <Tabs.List className={classes.tabList ?? ""} aria-label={t("viewer.sidebar")}>
            {dock.panels.map((panel) => (
              <Tabs.Tab key={panel.id} value={panel.id} className={classes.tab ?? ""}>
                {panel.title()}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {dock.isDrawer && (
            <ToolButton
              label={t("viewer.collapseSidebar")}
              icon={<IconX size={15} stroke={1.6} />}
              onClick={() => dock.setOpen(false)}
            />
          )}
        </div>
        <Tabs.Panel value={dock.panel.id} className={classes.tabPanel ?? ""} {...panelMark(dock.panel.id)}>
          <Shown />
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}

/** The resize handle of the left dock. After the canvas in tab order, so that Tab reaches the canvas early. */
export function LeftDockBorder() {
  const dock = useDock("left");
  if (!dock.isOpen || dock.isDrawer) return null;
  return (
    <div className={classes.leftBorder} style={{ left: dock.sizePx }}>
      <Splitter
        label={t("viewer.resizeSidebar")}
        orientation="vertical"
        value={dock.sizePx}
        min={240}
        max={560}
        step={10}
        valueAt={(start, moved) => start + moved}
        onChange={dock.resize}
      />
    </div>
  );
}
