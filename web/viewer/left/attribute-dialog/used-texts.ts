/** The texts that tracks or detections have as values of an attribute: offered where another one is given, and coloured. */

import type { AnnotationCore } from "#core/types";
import type { AttributeDefinition } from "#schemas";
import { requireUser } from "../../../api/session.ts";

/** More than this are names, not kinds. */
const mostTexts = 100;

export function usedTexts(core: AnnotationCore, { belongs, name, user }: AttributeDefinition): readonly string[] {
  const key = { belongs, attribute: name, ...(user === true && { user: requireUser().login }) };
  return core.attributeTexts(key).slice(0, mostTexts).toSorted();
}
