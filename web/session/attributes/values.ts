/** Attribute values: parsing fields, where a value is stored, and the values of a track or detection. */

import type { AttributeDefinition } from "#schemas";
import { attributeKey, type AttributeOwner, type Datatype } from "./definition.ts";

export type AttributeScalar = string | number | boolean;
export type Attributes = Readonly<Record<string, unknown>>;

/** `undefined` clears the value; "invalid" is not a value of this datatype. */
export function parseValue(datatype: Datatype, text: string): AttributeScalar | undefined | "invalid" {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (datatype === "text") return text;
  if (datatype === "boolean") return trimmed === "true" ? true : trimmed === "false" ? false : "invalid";
  const number = Number.parseFloat(trimmed);
  return Number.isFinite(number) ? number : "invalid";
}

/** A value as its field shows it. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value as AttributeScalar);
}

/** Values of user attributes are stored under the login of their user. */
export function valueIn(
  attributes: Attributes,
  { name, user }: Pick<AttributeDefinition, "name" | "user">,
  login: string,
): unknown {
  if (user !== true) return ownProperty(attributes, name);
  const users = ownProperty(attributes, userAttributes);
  const ofUser = isRecord(users) ? ownProperty(users, login) : undefined;
  return isRecord(ofUser) ? ownProperty(ofUser, name) : undefined;
}

const userAttributes = "userAttributes";

/** Own properties only: user-supplied names must not reach those that every object inherits. */
function ownProperty(attributes: Attributes, name: string): unknown {
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? undefined) : undefined;
}

function isRecord(value: unknown): value is Attributes {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Definitions of one kind, plus made-up ones for values without a definition, which files may contain. */
export function listDefinitions(
  belongs: AttributeOwner,
  definitions: Readonly<Record<string, AttributeDefinition>>,
  present: readonly Attributes[],
): AttributeDefinition[] {
  const known = Object.values(definitions).filter((each) => each.belongs === belongs);
  const names = new Set(known.filter(({ user }) => user !== true).map(({ name }) => name));
  const others = new Map<string, AttributeDefinition>();
  for (const attributes of present) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name === userAttributes || names.has(name) || value === null || typeof value === "object") continue;
      others.set(name, { belongs, name, key: attributeKey(belongs, name), datatype: datatypeOf(value) });
    }
  }
  return [...known, ...others.values()];
}

function datatypeOf(value: unknown): Datatype {
  return typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";
}

/** The value that several objects share. `mixed`: they differ. */
export function sharedValue(values: readonly unknown[]): { readonly value: unknown; readonly isMixed: boolean } {
  const [first] = values;
  const isMixed = values.some((value) => value !== first);
  return { value: isMixed ? undefined : first, isMixed };
}
