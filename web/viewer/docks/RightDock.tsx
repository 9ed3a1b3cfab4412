/** The right dock: one context panel or none, opened by its icon or from the list and closed by its button. */

import { Select, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId } from "react";
import { t } from "../../base/texts/index.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import { Toolbar } from "../parts/Toolbar.tsx";
import classes from "./docks.module.css";
import { Splitter } from "../../ui/page/Splitter.tsx";
import { panelGroups, type Panel } from "./panel.ts";
import { panelMark } from "./panel-mark.ts";
import { useDock } from "./use-dock.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
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

/** The context panels at the right edge, in groups: icons, with their names where there is room. */
export function RightRail() {
  const dock = useDock("right");
  return (
    <Toolbar className={classes.rail ?? ""} orientation="vertical" label={t("viewer.contextPanels")} data-side="right">
      {panelGroups.map((group) => {
        const panels = dock.panels.filter((panel) => (panel.group ?? panelGroups[0]) === group);
        if (panels.length === 0) return null;
        const title = t(`viewer.panelGroup.${group}`);
        return (
          <div key={group} role="group" aria-label={title} className={classes.panelGroup}>
            <span className={classes.groupTitle} aria-hidden>
              {title}
            </span>
            {panels.map((panel) => (
              <PanelButton
                key={panel.id}
                panel={panel}
                isShown={dock.isOpen && dock.panel?.id === panel.id}
                onClick={() => dock.toggle(panel.id)}
              />
            ))}
          </div>
        );
      })}
    </Toolbar>
  );
}

interface PanelButtonProps {
  readonly panel: Panel;
  readonly isShown: boolean;
  onClick(): void;
}

function PanelButton({ panel, isShown, onClick }: PanelButtonProps) {
  const { icon: Face, badge: Badge, short } = panel;
  const title = panel.title();
  const countId = useId();
  return (
    <Tip label={title} position="left">
      <UnstyledButton
        className={classes.panelButton ?? ""}
        aria-label={title}
        aria-describedby={countId}
        aria-pressed={isShown}
        data-shown={isShown || undefined}
        onClick={onClick}
      >
        <Face size={18} stroke={1.6} className={classes.panelIcon} />
        <span className={classes.panelName}>{title}</span>
        <span className={classes.panelShort} aria-hidden>
          {(short ?? panel.title)()}
        </span>
        <span id={countId}>{Badge !== undefined && <Badge />}</span>
      </UnstyledButton>
    </Tip>
  );
}
