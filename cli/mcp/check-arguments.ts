/** Compares what a client sent for a tool with its parameters. */
import { resolve } from "node:path";

import type { ToolArguments, Parameter, Tool } from "./tools.ts";

/** Parameters with names of files on this machine. */
const fileParameters = ["files", "before", "after", "file"];

/** The problem, as a sentence; `undefined`: nothing. */
export function argumentProblem(
  { parameters, required = [], plain = [] }: Tool,
  given: ToolArguments,
): string | undefined {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined) return `There is no parameter ${unknown}: ${namesOf(parameters)}.`;
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) return `The parameter ${missing} is missing.`;
  const wrong = Object.entries(given).find(([name, value]) => value !== undefined && !fits(parameters[name]!, value));
  if (wrong !== undefined) return `${wrong[0]} is not of the right type: ${describe(parameters[wrong[0]]!)}.`;
  const setting = plain.find((name) => String(given[name] ?? "").includes("="));
  if (setting !== undefined) return `${setting} may not contain "=": settings have their own parameter.`;
  const named = fileParameters.flatMap((name) => given[name] ?? []).map(String);
  const device = named.find(isDevice);
  return device && `${device} is not a file that a tool may use: name one outside /dev and /proc.`;
}

/** Also a pattern that could match one of their folders. The protocol's own streams are there. */
const isDevice = (path: string): boolean => /^\/(dev|proc|[^/]*([*?[\]{}]|[@+!]\()[^/]*)(\/|$)/.test(resolve(path));

function fits({ type, minItems = 0 }: Parameter, value: unknown): boolean {
  if (type === "array") return Array.isArray(value) && value.length >= minItems && value.every(isText);
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && Object.values(value).every(isText);
  return typeof value === type;
}

const isText = (value: unknown): boolean => typeof value === "string";

const describe = ({ type, minItems = 0 }: Parameter): string => {
  if (type === "array") return minItems > 0 ? "a list of at least one text" : "a list of texts";
  return type === "object" ? "an object of texts" : type === "integer" ? "a whole number" : `a ${type}`;
};

function namesOf(parameters: Tool["parameters"]): string {
  const names = Object.keys(parameters);
  return names.length === 0 ? "this tool has none" : `this tool has ${names.join(", ")}`;
}
