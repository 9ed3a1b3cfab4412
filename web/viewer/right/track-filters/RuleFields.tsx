/** The fields of a filter's rule: the attribute, the operator, and the value or the limits of its slider. */

import { NumberInput, Select, Text } from "@mantine/core";
import type { AttributeDefinition } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import { operatorsOf, withAttribute, withOperator, type Operator } from "./filter-draft.ts";
import { FilterValueField } from "./FilterValueField.tsx";
import classes from "./track-filters.module.css";
import type { FilterForm } from "./use-filter-draft.ts";

interface RuleFieldsProps {
  readonly draft: FilterForm;
  /** Of the chosen attribute. */
  readonly definition: AttributeDefinition | undefined;
}

export function RuleFields({ draft, definition }: RuleFieldsProps) {
  const { values, set, leave, errorOf } = draft;
  return (
    <>
      <AttributeField draft={draft} />
      <Select
        size="sm"
        label={t("filters.operator")}
        value={values.operator}
        disabled={definition === undefined}
        data={definition === undefined ? [] : [...operatorsOf(definition.datatype)]}
        error={errorOf("operator")}
        onBlur={() => leave("operator")}
        onChange={(operator) => operator !== null && set(withOperator(values, operator as Operator))}
      />
      {definition !== undefined && values.operator !== null && (
        <FilterValueField
          operator={values.operator}
          datatype={definition.datatype}
          value={values.value}
          label={t("filters.value")}
          error={errorOf("value")}
          onLeave={() => leave("value")}
          onChange={(value) => set({ value })}
        />
      )}
      {values.operator === "rangeFilter" && (
        <div className={classes.pair}>
          <NumberInput
            label={t("filters.lowerLimit")}
            value={values.range[0]}
            onChange={(min) => set({ range: [min, values.range[1]] })}
          />
          <NumberInput
            label={t("filters.upperLimit")}
            value={values.range[1]}
            onChange={(max) => set({ range: [values.range[0], max] })}
          />
        </div>
      )}
    </>
  );
}

function AttributeField({ draft }: Pick<RuleFieldsProps, "draft">) {
  const { values, set, leave, errorOf } = draft;
  const definitions = Object.values(useViewer().workspace.configuration.values.value.attributes);
  return (
    <>
      <Select
        size="sm"
        label={t("filters.attribute")}
        value={values.attribute}
        data={definitions.map(({ key, name, belongs }) => ({
          value: key,
          label: t("filters.attributeOption", { name, belongs: t(`filters.${belongs}`) }),
        }))}
        error={errorOf("attribute")}
        onBlur={() => leave("attribute")}
        onChange={(key) => {
          const chosen = definitions.find((each) => each.key === key);
          if (chosen !== undefined) set(withAttribute(values, chosen));
        }}
      />
      {definitions.length === 0 && (
        <Text size="xs" c="dimmed">
          {t("filters.noAttributes")}
        </Text>
      )}
    </>
  );
}
