/** The state of the dialog of an attribute track filter. A field shows its problem once it has been left. */

import { useState } from "react";
import type { AttributeTrackFilter } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { useDraft, type Draft, type Problems } from "../../../ui/forms/use-draft.ts";
import { useViewer } from "../../viewer-context.ts";
import { draftOf, filterProblems, newFilter, type FilterDraft, type FilterProblems } from "./filter-draft.ts";

export interface FilterForm extends Draft<FilterDraft> {
  leave(field: keyof FilterProblems): void;
  errorOf(field: keyof FilterProblems): string | undefined;
}

/** @param before `undefined`: a new filter */
export function useFilterDraft(before: AttributeTrackFilter | undefined): FilterForm {
  const { attributes, attributeTrackFilters } = useViewer().workspace.configuration.values.value;
  const [stored] = useState(() => (before === undefined ? newFilter : draftOf(before, attributes)));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const otherNames = Object.keys(attributeTrackFilters).filter((name) => name !== before?.name);
  const draft = useDraft(stored, (values) =>
    textsOf(filterProblems(values, otherNames, attributes[values.attribute ?? ""]?.datatype)),
  );
  return {
    ...draft,
    leave: (field) => setLeft((now) => new Set(now).add(field)),
    errorOf: (field) => (left.has(field) ? draft.problems[field] : undefined),
  };
}

function textsOf(problems: FilterProblems): Problems<FilterDraft> {
  return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, t(`filters.${problem}`)]));
}
