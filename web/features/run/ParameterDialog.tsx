/** Asks for the parameters of a pipeline run, and where to put its result. */
import { Button, Checkbox, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { useState, type FormEvent } from "react";
import type { Pipe } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { OutputChoice } from "./OutputChoice.tsx";
import { fullName } from "./pipe-name.ts";
import { initialOutput, isComplete, type RunOutput } from "./run-output.ts";
import {
  descriptionOf,
  enteredValues,
  missingParameter,
  parametersOf,
  type ParameterValue,
  type ParameterValues,
  type PipeParameter,
} from "./pipe-parameters.ts";

export interface RunAnswer {
  readonly values: ParameterValues;
  /** Missing if there was nothing to ask. */
  readonly output?: RunOutput;
}

interface Asked {
  readonly datasetCount: number;
  /** Existing tracks; undefined if unknown. */
  readonly trackCount: number | undefined;
}

/** Resolves to the answer; undefined if cancelled. */
export function askParameters(pipe: Pipe, asked: Asked): Promise<RunAnswer | undefined> {
  return new Promise((resolve) => {
    let answer: RunAnswer | undefined;
    const id = dialogs.open({
      title: t("run.title", { name: fullName(pipe) }),
      onClose: () => resolve(answer),
      children: (
        <ParameterForm
          pipe={pipe}
          {...asked}
          onCancel={() => dialogs.close(id)}
          onRun={(entered) => {
            answer = entered;
            dialogs.close(id);
          }}
        />
      ),
    });
  });
}

/** The first ones matter; the others are folded, unless they need an answer. */
const unfolded = 2;

interface ParameterFormProps extends Asked {
  readonly pipe: Pipe;
  onCancel(): void;
  onRun(answer: RunAnswer): void;
}

function ParameterForm({ pipe, datasetCount, trackCount, onCancel, onRun }: ParameterFormProps) {
  const parameters = parametersOf(pipe);
  const [values, setValues] = useState<ParameterValues>(() =>
    Object.fromEntries(parameters.map(({ key, initial }) => [key, initial])),
  );
  const [output, setOutput] = useState(() => initialOutput(pipe.name));
  const [isMore, setMore] = useState(false);
  const isFolded = ({ isRequired }: PipeParameter, index: number): boolean =>
    index >= unfolded && !isRequired && parameters.length > unfolded + 1;
  const isAsked = trackCount !== 0;
  const canRun = missingParameter(parameters, values) === undefined && (!isAsked || isComplete(output));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canRun) onRun({ values: enteredValues(values), ...(isAsked && { output }) });
  }
  const description = descriptionOf(pipe);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {description !== "" && <Text c="dimmed">{description}</Text>}
        {parameters.map(
          (parameter, index) =>
            (isMore || !isFolded(parameter, index)) && (
              <ParameterField
                key={parameter.key}
                parameter={parameter}
                isFirst={index === 0}
                value={values[parameter.key] ?? ""}
                onChange={(value) => setValues({ ...values, [parameter.key]: value })}
              />
            ),
        )}
        {parameters.some(isFolded) && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: "flex-start", marginInlineStart: -8 }}
            aria-expanded={isMore}
            onClick={() => setMore(!isMore)}
          >
            {t(isMore ? "run.fewer" : "run.more")}
          </Button>
        )}
        {isAsked && <OutputChoice trackCount={trackCount} output={output} onChange={setOutput} />}
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={!canRun}>
            {t("run.run", { count: datasetCount })}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface ParameterFieldProps {
  readonly parameter: PipeParameter;
  readonly isFirst: boolean;
  readonly value: ParameterValue;
  onChange(value: ParameterValue): void;
}

function ParameterField({ parameter, isFirst, value, onChange }: ParameterFieldProps) {
  const { label, type, limits, items, isRequired } = parameter;
  const shared = { label, withAsterisk: isRequired, ...(isFirst && { "data-autofocus": true }) };
  switch (type) {
    case "boolean":
      return (
        <Checkbox label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case "number":
      return (
        <NumberInput
          size="sm"
          {...shared}
          {...limits}
          clampBehavior="blur"
          value={typeof value === "boolean" ? "" : value}
          onChange={onChange}
        />
      );
    case "select":
      return (
        <Select
          size="sm"
          {...shared}
          data={[...items]}
          value={String(value)}
          onChange={(item) => onChange(item ?? "")}
        />
      );
    default:
      return <TextInput {...shared} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
}
