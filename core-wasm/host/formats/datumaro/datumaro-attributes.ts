/** Attributes of objects in Datumaro: what reader and writer agree on. */

/** Attributes with a meaning of their own. */
export const ownAttributes: readonly string[] = ["track_id", "score"];

/** Whether an attribute of a detection is read back as it was written: in CVAT's projects, `rotation` turns the box. */
export const isKeptAttribute = (name: string, value: unknown): boolean =>
  !ownAttributes.includes(name) &&
  !(name === "rotation" && typeof value === "number") &&
  typeof value !== "object" &&
  value !== "";
