/**
 * Questions about a file that only the user can answer: the meaning of a table's columns, or which of two formats it is
 * in.
 */
import { Alert, NativeSelect, Radio, Stack, Switch, Table, Text } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { columnMeanings, type ColumnMapping, type ColumnMeaning } from "#core/formats/recognize/column-mapping";
import { isAnnotationFormat } from "#core/formats/format-table";
import type { Judgment } from "#core/formats/recognize/recognized";
import type { InspectedTable } from "#core/formats/inspect-file";
import type { AnnotationFormat } from "#core/types";
import { t } from "../../base/texts/index.ts";

interface ColumnsProps {
  readonly table: InspectedTable;
  readonly columns: ColumnMapping;
  onChange(columns: ColumnMapping): void;
}

/** The first rows of the table, with a select for the meaning above each column. */
export function ColumnsField({ table, columns, onChange }: ColumnsProps) {
  const { header, rows } = table;
  return (
    <Stack gap={6} role="group" aria-label={t("importing.columns")}>
      <Alert color="blue" icon={<IconTable size={16} />} title={t("importing.isTable")}>
        {t("importing.columnsHint")}
      </Alert>
      <Table.ScrollContainer minWidth={0}>
        <Table fz="xs" withTableBorder>
          <Table.Thead>
            <Table.Tr>
              {header.map((name) => (
                <Table.Th key={name} miw={110}>
                  <Text size="xs" fw={600} truncate title={name}>
                    {name}
                  </Text>
                  <NativeSelect
                    size="xs"
                    aria-label={t("importing.columnMeans", { name })}
                    data={[{ value: "", label: t("importing.meaning.none") }, ...meaningOptions()]}
                    value={meaningOf(columns, name)}
                    onChange={(event) => onChange(withMeaning(columns, name, event.currentTarget.value))}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells, row) => (
              <Table.Tr key={row}>
                {header.map((name, column) => (
                  <Table.Td
                    key={name}
                    maw={160}
                    style={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
                  >
                    {cells[column]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Switch
        size="sm"
        label={t("importing.fractions")}
        checked={columns.units === "fractions"}
        onChange={(event) => onChange({ ...columns, units: event.currentTarget.checked ? "fractions" : "pixels" })}
      />
    </Stack>
  );
}

function meaningOptions() {
  return columnMeanings.map((value) => ({ value, label: t(`importing.meaning.${value}`) }));
}

function meaningOf({ columns, attributes }: ColumnMapping, name: string): ColumnMeaning | "" {
  if (attributes.includes(name)) return "attribute";
  const meaning = Object.entries(columns).find(([, column]) => column === name)?.[0];
  return (meaning as ColumnMeaning | undefined) ?? "";
}

/** A meaning belongs to one column: assigning it removes it from the other. */
export function withMeaning(
  { columns, attributes, units }: ColumnMapping,
  name: string,
  meaning: string,
): ColumnMapping {
  const others = Object.entries(columns).filter(([key, column]) => column !== name && key !== meaning);
  const kept = attributes.filter((column) => column !== name);
  if (meaning === "attribute") return { columns: Object.fromEntries(others), attributes: [...kept, name], units };
  const named = meaning === "" ? others : [...others, [meaning, name]];
  return { columns: Object.fromEntries(named), attributes: kept, units };
}

interface FormatProps {
  readonly judgment: Judgment;
  readonly format: AnnotationFormat | undefined;
  onChange(format: AnnotationFormat): void;
}

/** Asks which of two matching formats it is. */
export function FormatField({ judgment: { winner, runnerUp }, format, onChange }: FormatProps) {
  const offered = [winner, ...(runnerUp === undefined ? [] : [runnerUp])];
  return (
    <Radio.Group
      label={t("importing.whichFormat")}
      value={format ?? ""}
      onChange={(value) => isAnnotationFormat(value) && onChange(value)}
    >
      <Stack gap={6} mt={6}>
        {offered.map(({ kind, title, why }) => (
          <Radio key={kind} value={kind} label={title} description={why} disabled={!isAnnotationFormat(kind)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
