/** The context panel of the attribute track filters: the dataset's filters, which are on, and how many tracks pass. */

import { Button, Switch, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { AttributeTrackFilter } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import type { UsedFilter } from "../../../session/display/track-filters.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { CutText } from "../../../ui/text/CutText.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { describeFilter } from "./filter-draft.ts";
import { TrackFilterDialog } from "./TrackFilterDialog.tsx";
import classes from "./track-filters.module.css";
import { hasUsedValue, UsedValue } from "./UsedValue.tsx";
import { statusProps } from "../../../ui/page/announce.ts";

const icon = { size: 15, stroke: 1.6 };

export function TrackFilters() {
  useSignals();
  const { workspace } = useViewer();
  const all = workspace.display.trackFilters.all.value;
  const [edited, setEdited] = useState<AttributeTrackFilter | "new" | undefined>(undefined);
  const isOff = workspace.editRefusal.value !== undefined;
  const shown = workspace.display.visibleTrackIds.value.length;
  return (
    <div className={classes.panel}>
      <Text c="dimmed" size="xs">
        {all.length === 0 ? t("filters.empty") : t("filters.hint")}
      </Text>
      <ul className={classes.list} aria-label={t("filters.trackFilters")}>
        {all.map((used) => (
          <Row key={used.filter.name} used={used} onEdit={() => setEdited(used.filter)} />
        ))}
      </ul>
      {all.length > 0 && (
        <Text size="xs" mb={8} {...statusProps}>
          {t("filters.result", { shown, total: workspace.display.objectCount.value })}
        </Text>
      )}
      <Button variant="default" leftSection={<IconPlus size={14} />} disabled={isOff} onClick={() => setEdited("new")}>
        {t("filters.add")}
      </Button>
      {isOff && (
        <Text c="dimmed" size="xs" mt="xs">
          {t("filters.readOnly")}
        </Text>
      )}
      {edited !== undefined && (
        <TrackFilterDialog before={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}

function Row({ used, onEdit }: { readonly used: UsedFilter; onEdit(): void }) {
  useSignals();
  const { workspace } = useViewer();
  const { filter, isEnabled, value } = used;
  const { name } = filter;
  const isReadOnly = workspace.editRefusal.value !== undefined;

  async function remove(): Promise<void> {
    const isSure = await confirmDialog({
      title: t("filters.deleteTitle"),
      text: t("filters.deleteQuestion"),
      positive: t("filters.delete"),
      danger: true,
    });
    if (isSure) workspace.configuration.change({ attributeTrackFilters: { [name]: null } });
  }

  return (
    <li className={classes.filter} data-filter={name}>
      <div className={classes.row}>
        <Switch
          aria-label={t("filters.use", { name })}
          checked={isEnabled}
          onChange={(event) => workspace.display.trackFilters.choose(name, { isEnabled: event.currentTarget.checked })}
        />
        <div className={classes.grow}>
          <CutText style={{ fontWeight: 500 }}>{name}</CutText>
          <Text component="span" size="xs" c="dimmed">
            <CutText>{describeFilter(filter, value)}</CutText>
          </Text>
        </div>
        <ToolButton
          label={t("filters.edit", { name })}
          icon={<IconPencil {...icon} />}
          isOff={isReadOnly}
          onClick={onEdit}
        />
        <ToolButton
          label={t("filters.remove", { name })}
          icon={<IconTrash {...icon} />}
          isOff={isReadOnly}
          onClick={() => void remove()}
        />
      </div>
      {hasUsedValue(used) && (
        <div className={classes.value}>
          <UsedValue used={used} />
        </div>
      )}
    </li>
  );
}
