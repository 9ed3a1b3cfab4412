/** Describes schemas of bodies and responses in short lines: `list of Folder`, `{ nFolders: integer }`. */

type Json = Readonly<Record<string, unknown>>;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? "");

/** Anchor of the description of this document on the page. */
export const anchorOf = (name: string): string => `document-${name}`;

export function shapeHtml(schema: Json): string {
  const { "x-nullable": isNullable, ...rest } = schema;
  const text = plainHtml(rest);
  return isNullable === true && text !== "null" ? `${text} or null` : text;
}

function plainHtml(schema: Json): string {
  const { $ref, "x-anyOf": anyOf, allOf, enum: values, type, items, properties, additionalProperties, format } = schema;
  if (typeof $ref === "string") return linkHtml($ref.slice($ref.lastIndexOf("/") + 1));
  if (Array.isArray(anyOf)) return anyOf.map((one) => shapeHtml(one as Json)).join(" or ");
  if (Array.isArray(allOf)) return allOf.map((one) => shapeHtml(one as Json)).join(" and ");
  if (Array.isArray(values)) return escape(values.map((value) => JSON.stringify(value)).join(" | "));
  if (type === "array") return `list of ${itemsHtml(items as Json | undefined)}`;
  if (properties !== undefined) return fieldsHtml(schema);
  if (typeof additionalProperties === "object") return `map of ${shapeHtml(additionalProperties as Json)}`;
  if (typeof type === "string") return format === "date-time" ? "date" : type;
  return Array.isArray(type) ? type.join(" or ") : "anything";
}

const linkHtml = (name: string): string => `<a href="#${anchorOf(name)}">${escape(name)}</a>`;

function itemsHtml(items: Json = {}): string {
  const text = shapeHtml(items);
  return "x-nullable" in items || "x-anyOf" in items ? `(${text})` : text;
}

function fieldsHtml({ properties, required }: Json): string {
  const needed = new Set((required ?? []) as string[]);
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).map(
    ([name, field]) => `${escape(name)}${needed.has(name) ? "" : "?"}: ${shapeHtml(field)}`,
  );
  return fields.length === 0 ? "{ }" : `{ ${fields.join(", ")} }`;
}

/** A row for each field of a document, or one line if it is not a plain object. */
export function documentHtml(schema: Json): string {
  const { properties, required, description } = schema;
  const text = typeof description === "string" ? `<p>${escape(description)}</p>` : "";
  if (properties === undefined) return `${text}<p><code>${shapeHtml(schema)}</code></p>`;
  const needed = new Set((required ?? []) as string[]);
  const rows = Object.entries(properties as Readonly<Record<string, Json>>).map(([name, field]) => {
    const about = typeof field["description"] === "string" ? escape(field["description"]) : "";
    const type = `<code>${shapeHtml(field)}</code>`;
    return `<tr><td><code>${escape(name)}</code>${needed.has(name) ? " *" : ""}</td><td>${type}</td><td>${about}</td></tr>`;
  });
  return `${text}<table>${rows.join("")}</table>`;
}
