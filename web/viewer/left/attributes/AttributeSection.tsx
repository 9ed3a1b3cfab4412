/** The panel of track or detection attributes of the selection. */

import { ActionIcon, Popover } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconEye,
  IconEyeOff,
  IconFilter,
  IconPlus,
  IconSettings,
  IconSortAscendingLetters,
  IconSortDescendingNumbers,
  IconTimeline,
  IconUser,
} from "@tabler/icons-react";
import type { AttributeDefinition } from "#schemas";
import { requireUser } from "../../../api/session.ts";
import { t } from "../../../base/texts/index.ts";
import { defaultColor, modeOf, type AttributeOwner } from "../../../session/attributes/definition.ts";
import { colorOfValue } from "../../../session/attributes/value-colors.ts";
import { listDefinitions, sharedValue, valueIn } from "../../../session/attributes/values.ts";
import { attributeDetailsPanel } from "../../right/attribute-details/attribute-details-panel.ts";
import { usedTexts } from "../attribute-dialog/used-texts.ts";
import { AttributeTimelineSettings } from "../../bottom/attribute-timeline/AttributeTimelineSettings.tsx";
import { Toolbar } from "../../parts/Toolbar.tsx";
import { CutText } from "../../../ui/text/CutText.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { AttributeField } from "./AttributeField.tsx";
import classes from "./attributes.module.css";
import { listedRows, sortRows, type AttributeRow } from "./attribute-rows.ts";
import { setTargetValue, useAttributeTargets, type AttributeTargets } from "./use-attribute-targets.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

const icon = { size: 15, stroke: 1.6 };

export function AttributeSection({ belongs }: { readonly belongs: AttributeOwner }) {
  useSignals();
  const { attributeView, workspace } = useViewer();
  const targets = useAttributeTargets(belongs);
  const { sortBy, showUnused } = workspace.settings.settings.value.attributeSettings;
  const rows = rowsOf(belongs, targets, workspace.configuration.values.value.attributes);
  const listed = listedRows(rows, attributeView.filters.value[belongs]);
  const shown = sortRows(listed, sortBy).filter(({ isSet }) => showUnused || isSet);
  const title = belongs === "track" ? t("attributes.trackAttributes") : t("attributes.detectionAttributes");
  const isMissing = belongs === "detection" && targets.ids.length === 0;
  return (
    <section className={classes.section} aria-label={title}>
      <Header belongs={belongs} title={title} onAdd={() => attributeView.edit(belongs)} />
      {isMissing ? (
        <p className={classes.note}>{t("attributes.noDetectionHere")}</p>
      ) : (
        rows.every(({ isSet }) => !isSet) && (
          <p className={classes.note}>{t("attributes.noneSet", { mode: t(`viewer.mode${modeOf(belongs)}`) })}</p>
        )
      )}
      {!isMissing && (
        <ul className={classes.rows} aria-label={title}>
          {shown.map((row) => (
            <Row
              key={row.definition.key}
              row={row}
              targets={targets}
              onConfigure={() => attributeView.edit(row.definition)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function rowsOf(
  belongs: AttributeOwner,
  { attributes }: AttributeTargets,
  definitions: Readonly<Record<string, AttributeDefinition>>,
): AttributeRow[] {
  const { login } = requireUser();
  return listDefinitions(belongs, definitions, attributes).map((definition) => {
    const values = attributes.map((each) => valueIn(each, definition, login));
    return { definition, ...sharedValue(values), isSet: values.some((value) => value !== undefined) };
  });
}

interface HeaderProps {
  readonly belongs: AttributeOwner;
  readonly title: string;
  onAdd(): void;
}

function Header({ belongs, title, onAdd }: HeaderProps) {
  useSignals();
  const { attributeView, workspace } = useViewer();
  const { settings } = workspace;
  const isFiltered = attributeView.filters.value[belongs].some(({ filterData }) => filterData.active);
  const { sortBy, showUnused } = settings.settings.value.attributeSettings;
  const isByName = sortBy === "name";
  return (
    <Toolbar className={classes.header ?? ""} label={t("attributes.tools", { title })}>
      <h3 className={classes.title}>{title}</h3>
      <ToolButton
        label={t("attributes.add", { mode: t(`filters.${belongs}`) })}
        isOff={workspace.editRefusal.value !== undefined}
        onClick={onAdd}
        icon={<IconPlus {...icon} />}
      />
      <ToolButton
        label={showUnused ? t("attributes.hideUnused") : t("attributes.showUnused")}
        onClick={() => settings.change({ attributeSettings: { showUnused: !showUnused } })}
        icon={showUnused ? <IconEye {...icon} /> : <IconEyeOff {...icon} />}
      />
      <TimelineButton />
      <ToolButton
        label={isByName ? t("attributes.sortedByName") : t("attributes.sortedByValue")}
        onClick={() => settings.change({ attributeSettings: { sortBy: isByName ? "value" : "name" } })}
        icon={isByName ? <IconSortAscendingLetters {...icon} /> : <IconSortDescendingNumbers {...icon} />}
      />
      <ToolButton
        label={t("attributes.filter")}
        isOn={isFiltered}
        onClick={() => {
          attributeView.showTab(belongs);
          settings.change({ layout: { right: { panel: attributeDetailsPanel.id, isOpen: true } } });
        }}
        icon={<IconFilter {...icon} />}
      />
    </Toolbar>
  );
}

/** Configures what the attribute timeline shows. */
function TimelineButton() {
  return (
    <Popover position="bottom-end" shadow="md" width={240} trapFocus returnFocus>
      <Popover.Target>
        <Tip label={t("attributes.timelineSettings")}>
          <ActionIcon size={24} aria-label={t("attributes.timelineSettings")}>
            <IconTimeline {...icon} />
          </ActionIcon>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("attributes.timelineSettings")}>
        <AttributeTimelineSettings />
      </Popover.Dropdown>
    </Popover>
  );
}

interface RowProps {
  readonly row: AttributeRow;
  readonly targets: AttributeTargets;
  onConfigure(): void;
}

function Row({ row, targets, onConfigure }: RowProps) {
  useSignals();
  const viewer = useViewer();
  const { workspace } = viewer;
  const { definition, value, isMixed, isSet } = row;
  const { name, datatype, values = [], editor, user } = definition;
  const color = value === undefined ? (definition.color ?? defaultColor) : colorOfValue(definition, value);
  const isFree = datatype === "text" && editor?.type !== "locked";
  const label = t("attributes.configure", { name });
  return (
    <li className={classes.row} data-attribute={definition.key}>
      <span className={classes.name} data-unset={!isSet || undefined}>
        <span className={classes.swatch} style={{ background: color }} />
        <CutText className={classes.label ?? ""}>{name}</CutText>
        {user === true && (
          <Tip label={t("attributes.ofUser", { login: requireUser().login })}>
            <span style={{ display: "flex", flex: "none" }}>
              <IconUser size={12} stroke={1.6} />
            </span>
          </Tip>
        )}
      </span>
      <AttributeField
        // Remount for another target, so that the typed text is not applied to it.
        key={`${targets.ids.join()}@${targets.frame}`}
        definition={definition}
        value={value}
        isMixed={isMixed}
        isDisabled={workspace.editRefusal.value !== undefined}
        choices={isFree && values.length === 0 ? usedTexts(workspace.core, definition) : values}
        onCommit={(next) => setTargetValue(viewer, definition, targets, next)}
      />
      <ToolButton
        label={label}
        icon={<IconSettings {...icon} />}
        isOff={workspace.editRefusal.value !== undefined}
        onClick={onConfigure}
      />
    </li>
  );
}
