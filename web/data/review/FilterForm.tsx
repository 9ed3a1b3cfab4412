/** Attribute and value, who or what wrote the tracks, broken rules, revision: applied together. */
import { Autocomplete, Button, Group, MultiSelect, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { attributePlaces, reviewChanges } from "#schemas/review";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { issueRules } from "#core/types";
import { t } from "../../base/texts/index.ts";
import type { QuestionProps } from "./MoreFilters.tsx";
import type { Review } from "./review.ts";

/** Lists within the popover, which a click outside of it would close. */
const inside = { withinPortal: false } as const;

export function FilterForm({ review, question, onQuestion }: QuestionProps) {
  useSignals();
  const [draft, setDraft] = useState(() => ({
    name: question.attribute?.name ?? "",
    value: question.attribute?.value ?? "",
    belongs: question.attribute?.belongs,
    author: question.author,
    source: question.source,
    rules: question.rules,
    revision: question.revision,
  }));
  const change = (some: Partial<typeof draft>): void => setDraft({ ...draft, ...some });
  const apply = (): void => {
    const { name, value, belongs, ...others } = draft;
    const attribute = name.trim() === "" ? undefined : { name, value: value === "" ? undefined : value, belongs };
    onQuestion({ ...question, ...others, attribute });
  };
  const clear = (): void => {
    const none = { attribute: undefined, author: undefined, source: undefined, revision: undefined, rules: [] };
    onQuestion({ ...question, ...none });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap="xs">
        <Autocomplete
          size="xs"
          label={t("review.filters.attribute")}
          data={[...review.attributes.value]}
          value={draft.name}
          onChange={(name) => change({ name })}
          comboboxProps={inside}
        />
        <TextInput
          size="xs"
          label={t("review.filters.value")}
          placeholder={t("review.filters.anyValue")}
          value={draft.value}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
        <Select
          size="xs"
          clearable
          label={t("review.filters.of")}
          placeholder={t("review.filters.either")}
          data={attributePlaces.map((value) => ({ value, label: t(`review.filters.of.${value}`) }))}
          value={draft.belongs ?? null}
          onChange={(value) => change({ belongs: attributePlaces.find((one) => one === value) })}
          comboboxProps={inside}
        />
        <Select
          size="xs"
          clearable
          searchable
          label={t("review.filters.writer")}
          data={writerChoices(review, draft)}
          value={choiceOf(draft)}
          onChange={(chosen) => {
            const [kind, name] = (chosen ?? "").split(/:(.*)/s);
            change({
              author: kind === "author" ? name : undefined,
              source: kind === "source" ? name : undefined,
            });
          }}
          comboboxProps={inside}
        />
        <NumberInput
          size="xs"
          label={t("review.filters.revision")}
          min={1}
          allowDecimal={false}
          value={draft.revision ?? ""}
          onChange={(value) => change({ revision: typeof value === "number" && value > 0 ? value : undefined })}
        />
        <MultiSelect
          size="xs"
          searchable
          label={t("review.filters.rules")}
          data={issueRules.map((rule) => ({ value: rule, label: t(`problems.rule.${rule}`) }))}
          value={[...draft.rules]}
          onChange={(rules) => change({ rules })}
          comboboxProps={inside}
        />
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={clear}>
            {t("review.filters.clear")}
          </Button>
          <Button size="compact-sm" type="submit">
            {t("review.filters.apply")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Chosen {
  readonly author: string | undefined;
  readonly source: string | undefined;
}

const choiceOf = ({ author, source }: Chosen): string | null =>
  author !== undefined ? `author:${author}` : source !== undefined ? `source:${source}` : null;

/** People, runs and imports; also the chosen one if it is not in the list. */
function writerChoices(review: Review, chosen: Chosen) {
  const writers = review.writers.value.map(({ kind, name, authorId }) => ({
    kind,
    item: { value: choiceOf({ author: authorId, source: name }) ?? "", label: name },
  }));
  const groups = reviewChanges.map((kind) => ({
    group: t(`review.filters.writers.${kind}`),
    items: writers.filter((writer) => writer.kind === kind).map(({ item }) => item),
  }));
  const value = choiceOf(chosen);
  const isListed = value === null || writers.some(({ item }) => item.value === value);
  const other = isListed ? [] : [{ value, label: chosen.source ?? chosen.author ?? "" }];
  return [...groups.filter(({ items }) => items.length > 0), ...other];
}
