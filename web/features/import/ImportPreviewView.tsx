/**
 * The content of a file before it is imported: counts, types, omissions and issues, and the offer of another frame
 * rate.
 */
import { Alert, Badge, Group, List, NumberInput, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { formatNumber } from "../../ui/text/format.ts";
import type { ImportFinding, ImportPreview, ImportRate, PreviewState } from "./import-preview.ts";
import { statusProps } from "../../ui/page/announce.ts";

const maxTypes = 6;

export interface Rescaling {
  readonly isOn: boolean;
  readonly fileFps: number;
}

interface ChosenRescaling extends Rescaling {
  onChange(rescaling: Rescaling): void;
}

interface PreviewProps {
  readonly state: PreviewState;
  /** Missing if no other rate is offered. */
  readonly rescaling?: ChosenRescaling;
}

export function ImportPreviewView({ state, rescaling }: PreviewProps) {
  if (state === "none") return null;
  if (state === "loading") return <Skeleton h={44} {...statusProps} aria-label={t("importing.inspecting")} />;
  if (state instanceof Error) return <ErrorAlert title={t("importing.uninspected")} text={state.message} />;
  return <Found preview={state} rescaling={rescaling} />;
}

interface FoundProps {
  readonly preview: ImportPreview;
  readonly rescaling: ChosenRescaling | undefined;
}

function Found({ preview, rescaling }: FoundProps) {
  const { title, counts, types, findings, rate, isRefused } = preview;
  const left = findings.filter(({ severity }) => severity === "error");
  const issues = findings.filter(({ severity }) => severity === "warning");
  return (
    <Stack gap="xs" role="region" aria-label={t("importing.preview")}>
      {/* An error that concerns a whole file is shown once. */}
      {left.every(({ message }) => message !== title) && <Text fw={600}>{title}</Text>}
      {counts !== undefined && (
        <Text>
          {[
            t("importing.countTracks", { count: counts.tracks }),
            t("importing.countDetections", { count: counts.detections }),
            ...(counts.groups > 0 ? [t("importing.countGroups", { count: counts.groups })] : []),
          ].join(", ")}
        </Text>
      )}
      {types.length > 0 && (
        <Group gap={6}>
          {types.slice(0, maxTypes).map(({ type, trackCount }) => (
            <Badge key={type} variant="default" tt="none" fw={500}>
              {type} {formatNumber(trackCount)}
            </Badge>
          ))}
          {types.length > maxTypes && (
            <Text c="dimmed" size="xs">
              {t("importing.moreTypes", { count: types.length - maxTypes })}
            </Text>
          )}
        </Group>
      )}
      {left.length > 0 && (
        <Alert
          color="red"
          icon={<IconCircleX size={16} />}
          title={t(isRefused ? "importing.refused" : "importing.left")}
        >
          <Findings findings={left} />
        </Alert>
      )}
      {issues.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={16} />} title={t("importing.issues")}>
          <Findings findings={issues} />
        </Alert>
      )}
      {rate !== undefined && rescaling !== undefined && <RateField rate={rate} rescaling={rescaling} />}
    </Stack>
  );
}

function Findings({ findings }: { readonly findings: readonly ImportFinding[] }) {
  return (
    <List size="sm">
      {findings.map(({ code, message, count, lines }) => (
        <List.Item key={code}>
          {message}
          {count > 1 && ` ${t("importing.times", { count })}`}
          {lines.length > 0 && ` ${t("importing.lines", { count: lines.length, lines: lines.join(", ") })}`}
        </List.Item>
      ))}
    </List>
  );
}

interface RateProps {
  readonly rate: ImportRate;
  readonly rescaling: ChosenRescaling;
}

function RateField({ rate, rescaling: { isOn, fileFps, onChange } }: RateProps) {
  return (
    <Stack gap={6}>
      <Switch
        label={t("importing.rescale", { fps: formatNumber(rate.fps, 3) })}
        description={
          rate.pastEndCount > 0 ? t("importing.past", { count: rate.pastEndCount }) : t("importing.otherRate")
        }
        checked={isOn}
        onChange={(event) => onChange({ fileFps, isOn: event.currentTarget.checked })}
      />
      {isOn && (
        <NumberInput
          size="xs"
          label={t("importing.fileRate")}
          value={fileFps}
          min={0.001}
          decimalScale={3}
          onChange={(value) => typeof value === "number" && value > 0 && onChange({ isOn: true, fileFps: value })}
        />
      )}
    </Stack>
  );
}
