/** The values stored under an attribute's name, which a changed or deleted definition leaves as they are. */
import type { AttributeDefinition } from "#schemas";
import type { Workspace } from "../../../session/workspace.ts";

export interface StoredValues {
  readonly total: number;
  readonly text: number;
  readonly number: number;
  readonly boolean: number;
}

type AttributeKeyParts = Pick<AttributeDefinition, "belongs" | "name">;

/** Of the annotation set that is open, on all cameras; without those that each user has for themselves. */
export function storedValues(
  { cameras }: Pick<Workspace, "cameras">,
  { belongs, name }: AttributeKeyParts,
): StoredValues {
  const attributes = cameras
    .flatMap(({ document }) => document.peek().core.statistics().attributes)
    .filter((one) => one.belongs === belongs && one.name === name);
  const sum = (count: (one: (typeof attributes)[number]) => number): number =>
    attributes.reduce((all, one) => all + count(one), 0);
  return {
    total: sum(({ useCount }) => useCount),
    text: sum(({ textCount }) => textCount),
    number: sum(({ numberCount }) => numberCount),
    boolean: sum(({ booleanCount }) => booleanCount),
  };
}
