/** The parameters that a pipeline declares, and their values. */
import type { Pipe } from "#schemas/wire";
import { pipeWords } from "./pipe-words.ts";

export interface PipeParameter {
  readonly key: string;
  readonly label: string;
  readonly type: "number" | "boolean" | "text" | "select";
  readonly limits: { readonly min?: number; readonly max?: number; readonly step?: number };
  readonly items: readonly string[];
  readonly initial: ParameterValue;
  readonly isRequired: boolean;
}

export type ParameterValue = string | number | boolean;
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** Empty for a pipeline without parameters. Unsupported kinds of parameters keep their defaults. */
export function parametersOf({ metadata }: Pipe): readonly PipeParameter[] {
  const described: unknown = (metadata as Readonly<Record<string, unknown>> | undefined)?.["diveParams"];
  return Array.isArray(described) ? described.flatMap((one) => toParameter(one as Described)) : [];
}

export function descriptionOf({ metadata }: Pipe): string {
  const description: unknown = (metadata as Readonly<Record<string, unknown>> | undefined)?.["description"];
  return typeof description === "string" ? pipeWords(description) : "";
}

/** @returns the key of the first required parameter without a value */
export function missingParameter(parameters: readonly PipeParameter[], values: ParameterValues): string | undefined {
  return parameters.find(({ key, isRequired }) => isRequired && (values[key] ?? "") === "")?.key;
}

/** Only the values that were entered: an empty field means the pipeline's default. */
export function enteredValues(values: ParameterValues): ParameterValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

interface Described {
  readonly key?: unknown;
  readonly label?: unknown;
  readonly type?: unknown;
  readonly type_props?: {
    readonly min?: number;
    readonly max?: number;
    readonly step?: number;
    readonly items?: unknown;
  };
  readonly default?: unknown;
  readonly required?: unknown;
}

const types = ["number", "boolean", "text", "select"] as const;

function toParameter({ key, label, type, type_props: props = {}, ...rest }: Described): PipeParameter[] {
  const known = types.find((one) => one === type);
  if (typeof key !== "string" || known === undefined) return [];
  const { min, max, step, items } = props;
  const initial = rest.default;
  return [
    {
      key,
      label: typeof label === "string" ? pipeWords(label) : key,
      type: known,
      limits: {
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        ...(step !== undefined && { step }),
      },
      items: Array.isArray(items) ? items.map(String) : [],
      initial: isValue(initial) ? initial : known === "boolean" ? false : "",
      isRequired: rest.required === true,
    },
  ];
}

function isValue(value: unknown): value is ParameterValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
