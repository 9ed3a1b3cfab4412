/** The texts in use as values of an attribute: offered as suggestions, and given colors. */

import type { AnnotationCore } from "#core/types";
import type { AttributeDefinition } from "#schemas";
import { requireUser } from "../../../api/session.ts";

/** Attributes with more distinct texts hold names rather than categories. */
const maxTexts = 100;

export function usedTexts(core: AnnotationCore, { belongs, name, user }: AttributeDefinition): readonly string[] {
  const key = { belongs, attribute: name, ...(user === true && { user: requireUser().login }) };
  return core.attributeTexts(key).slice(0, maxTexts).toSorted();
}
