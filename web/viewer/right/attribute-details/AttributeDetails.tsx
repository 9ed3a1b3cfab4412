/** The "Attribute details" panel: which attributes the panels list, or which the attribute timeline shows. */
import { SegmentedControl, Stack } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { AttributeTimelineSettings } from "../../bottom/attribute-timeline/AttributeTimelineSettings.tsx";
import { useViewer } from "../../viewer-context.ts";
import { AttributeFiltering } from "./AttributeFiltering.tsx";

export function AttributeDetails() {
  useSignals();
  const { attributeView } = useViewer();
  const mode = attributeView.mode.value;
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t("filters.details")}
        data={[
          { value: "filtering", label: t("filters.filtering") },
          { value: "timeline", label: t("filters.timeline") },
        ]}
        value={mode}
        onChange={(next) => attributeView.showMode(next as typeof mode)}
      />
      {mode === "filtering" ? <AttributeFiltering /> : <AttributeTimelineSettings />}
    </Stack>
  );
}
