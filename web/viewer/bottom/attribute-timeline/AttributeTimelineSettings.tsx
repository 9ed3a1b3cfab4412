/** Whether the attribute timeline is offered, and which attributes it shows. */

import { compareNames } from "../../../base/compare-names.ts";
import { Checkbox, Stack, Switch, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import { isOnTimeline, withAttribute } from "./attribute-timeline.ts";

export function AttributeTimelineSettings() {
  useSignals();
  const { attributeTimeline, workspace } = useViewer();
  const settings = attributeTimeline.settings.value;
  const names = Object.values(workspace.configuration.values.value.attributes)
    .filter(({ belongs }) => belongs === "detection")
    .map(({ name }) => name)
    .toSorted(compareNames);
  return (
    <Stack gap="xs">
      <Switch
        label={t("timeline.attributesEnabled")}
        checked={settings.enabled}
        onChange={(event) => attributeTimeline.change({ ...settings, enabled: event.currentTarget.checked })}
      />
      {names.length === 0 && <Text c="dimmed">{t("timeline.attributesUndefined")}</Text>}
      {names.map((name) => (
        <Checkbox
          key={name}
          size="xs"
          label={name}
          disabled={!settings.enabled}
          checked={isOnTimeline(settings, name)}
          onChange={(event) =>
            attributeTimeline.change(withAttribute(settings, names, name, event.currentTarget.checked))
          }
        />
      ))}
    </Stack>
  );
}
