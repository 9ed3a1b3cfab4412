/** The bottom dock under the canvas: timelines as tabs. When collapsed, only its bar and its head are shown. */

import { ActionIcon, Tabs } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../base/texts/index.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import classes from "./docks.module.css";
import { Splitter } from "../../ui/page/Splitter.tsx";
import { panelMark } from "./panel-mark.ts";
import { useDock } from "./use-dock.ts";
import { Tip } from "../../ui/tips/Tip.tsx";

interface BottomDockProps {
  /** Shown above every timeline. */
  readonly head: ReactNode;
}

export function BottomDock({ head }: BottomDockProps) {
  const dock = useDock("bottom");
  if (dock.panel === undefined) return head;
  const { component: Shown, tools: Tools } = dock.panel;
  const label = dock.isOpen ? t("viewer.collapseTimeline") : t("viewer.expandTimeline");
  return (
    <section className={classes.bottom} aria-label={t("viewer.timelines")} onMouseDown={keepFocus}>
      {dock.isOpen && (
        <Splitter
          label={t("viewer.resizeTimeline")}
          orientation="horizontal"
          value={dock.sizePx}
          min={Math.max(60, dock.minPx)}
          max={360}
          step={-10}
          valueAt={(start, moved) => start - moved}
          onChange={dock.resize}
        />
      )}
      <Tabs value={dock.panel.id} onChange={(id) => id !== null && dock.show(id)}>
        <div className={classes.bottomBar}>
          <Tabs.List className={classes.tabList ?? ""} aria-label={t("viewer.timelines")}>
            {dock.panels.map((panel) => (
              <Tabs.Tab
                key={panel.id}
                value={panel.id}
                className={classes.tab ?? ""}
                onClick={() => !dock.isOpen && dock.show(panel.id)}
              >
                {panel.title()}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {dock.isOpen && Tools !== undefined && <Tools />}
          <Tip label={label}>
            <ActionIcon
              size={24}
              aria-label={label}
              aria-expanded={dock.isOpen}
              onClick={() => dock.setOpen(!dock.isOpen)}
            >
              {dock.isOpen ? <IconChevronDown size={16} stroke={1.6} /> : <IconChevronUp size={16} stroke={1.6} />}
            </ActionIcon>
          </Tip>
        </div>
        {head}
        <Tabs.Panel
          value={dock.panel.id}
          style={{ height: dock.sizePx }}
          hidden={!dock.isOpen}
          {...panelMark(dock.panel.id)}
        >
          {dock.isOpen && <Shown />}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
