/** Asks for what can be set for a run of a pipeline. */
import { Button, Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { dialogs } from "../../ui/dialogs.ts";
import { useState, type FormEvent } from "react";
import type { Pipe } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { fullName } from "./pipe-name.ts";
import {
  descriptionOf,
  givenValues,
  missingParameter,
  parametersOf,
  type ParameterValue,
  type ParameterValues,
  type PipeParameter,
} from "./pipe-parameters.ts";

/** Resolves to the values; undefined when it was closed without. */
export function askParameters(pipe: Pipe, datasetCount: number): Promise<ParameterValues | undefined> {
  return new Promise((resolve) => {
    let answer: ParameterValues | undefined;
    const id = dialogs.open({
      title: t("run.title", { name: fullName(pipe) }),
      onClose: () => resolve(answer),
      children: (
        <ParameterForm
          pipe={pipe}
          datasetCount={datasetCount}
          onCancel={() => dialogs.close(id)}
          onRun={(values) => {
            answer = values;
            dialogs.close(id);
          }}
        />
      ),
    });
  });
}

interface ParameterFormProps {
  readonly pipe: Pipe;
  readonly datasetCount: number;
  onCancel(): void;
  onRun(values: ParameterValues): void;
}

function ParameterForm({ pipe, datasetCount, onCancel, onRun }: ParameterFormProps) {
  const parameters = parametersOf(pipe);
  const [values, setValues] = useState<ParameterValues>(() =>
    Object.fromEntries(parameters.map(({ key, initial }) => [key, initial])),
  );
  const missing = missingParameter(parameters, values);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (missing === undefined) onRun(givenValues(values));
  }
  const description = descriptionOf(pipe);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {description !== "" && <Text c="dimmed">{description}</Text>}
        {parameters.map((parameter, index) => (
          <ParameterField
            key={parameter.key}
            parameter={parameter}
            isFirst={index === 0}
            value={values[parameter.key] ?? ""}
            onChange={(value) => setValues({ ...values, [parameter.key]: value })}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={missing !== undefined}>
            {t("run.run", { count: datasetCount })}
          </Button>
        </Group>
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
