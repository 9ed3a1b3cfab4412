/** The JSON Schemas are the only list of fields: requests are checked for all of them. */
import { expect, test } from "vitest";

import { definitions } from "#schemas/json-shape";

import { parseAnnotationSave } from "./annotation-save.ts";
import { parseAttributeChanges, parseConfigurationFile } from "./dataset-configuration.ts";

const propertiesOf = (name: string): string[] =>
  Object.keys((definitions[name] as { properties: Record<string, unknown> }).properties);
/** A value that is invalid for every field. */
const wrong = Symbol("wrong");

async function messageOfSave(kind: "tracks" | "groups", record: unknown): Promise<string> {
  const result = await parseAnnotationSave({ [kind]: { upsert: [record] } });
  return result.ok ? "" : result.message;
}

test("every field of tracks, detections and groups", async () => {
  const feature = { frame: 0, bounds: [0, 0, 1, 1] };
  const track = { id: 1, begin: 0, end: 0, features: [feature] };
  const group = { id: 1, begin: 0, end: 0, members: {} };
  for (const field of propertiesOf("Feature")) {
    const broken = { ...track, features: [{ ...feature, [field]: wrong }] };
    expect(await messageOfSave("tracks", broken), field).toContain(`features -> 0 -> ${field}`);
  }
  for (const field of propertiesOf("Track")) {
    expect(await messageOfSave("tracks", { ...track, [field]: wrong }), field).toContain(`upsert -> 0 -> ${field}`);
  }
  for (const field of propertiesOf("Group")) {
    expect(await messageOfSave("groups", { ...group, [field]: wrong }), field).toContain(`upsert -> 0 -> ${field}`);
  }
});

test("every field of attribute definitions and styles", () => {
  const attribute = { belongs: "track", datatype: "text", key: "track_sex", name: "sex" };
  for (const field of propertiesOf("AttributeDefinition")) {
    const result = parseAttributeChanges({ upsert: [{ ...attribute, [field]: wrong }] });
    expect(result.ok ? "" : result.message, field).toContain(`upsert -> 0 -> ${field}`);
  }
  for (const field of propertiesOf("TypeStyle")) {
    const result = parseConfigurationFile({ customTypeStyling: { fish: { [field]: wrong } } });
    expect(result.ok ? "" : result.message, field).toContain(`fish -> ${field}`);
  }
});
