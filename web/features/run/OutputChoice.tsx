/** Asks where to put the result of a run, for datasets that already have tracks. */
import { Radio, Stack, TextInput } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import type { OutputKind, RunOutput } from "./run-output.ts";

interface OutputChoiceProps {
  /** Existing tracks; undefined if unknown. */
  readonly trackCount: number | undefined;
  readonly output: RunOutput;
  onChange(output: RunOutput): void;
}

export function OutputChoice({ trackCount, output, onChange }: OutputChoiceProps) {
  const replace =
    trackCount === undefined ? t("run.output.replaceUnknown") : t("run.output.replace", { count: trackCount });
  return (
    <Radio.Group
      label={t("run.output.label")}
      value={output.kind}
      onChange={(kind) => onChange({ ...output, kind: kind as OutputKind })}
    >
      <Stack gap={6} mt={6}>
        <Radio value="set" label={t("run.output.set")} />
        {output.kind === "set" && (
          <TextInput
            ml={28}
            aria-label={t("run.output.setName")}
            description={t("run.output.setHint")}
            value={output.setName}
            maxLength={200}
            onChange={(event) => onChange({ ...output, setName: event.currentTarget.value })}
          />
        )}
        <Radio value="add" label={t("run.output.add")} />
        <Radio value="replace" label={replace} />
      </Stack>
    </Radio.Group>
  );
}
