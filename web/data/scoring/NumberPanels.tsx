/** Tables of the overall numbers, and of those of each type. */
import { Table, Text, Title } from "@mantine/core";
import type { ScoringResult } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { type CommonColor } from "../common-color.ts";
import { TypeSwatch } from "../TypeSwatch.tsx";
import { numberGroups, type Numbers, numbersOf } from "./numbers.ts";
import classes from "./ScoringPage.module.css";

export function SummaryPanel({ numbers, iou }: { readonly numbers: Numbers; readonly iou: number }) {
  return (
    <>
      {numberGroups(numbers, iou).map(([heading, list]) => (
        <section key={heading}>
          <Title order={3} fz="sm" mt="sm">
            {heading}
          </Title>
          <dl className={classes.measures}>
            {list.map(({ key, name, text }) => (
              <div key={key} className={classes.measure}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

interface ClassTableProps {
  readonly classes: ScoringResult["scoring"]["classes"];
  readonly iou: number;
  colorOf(type: string): CommonColor;
}

export function ClassTable({ classes: types, iou, colorOf }: ClassTableProps) {
  if (types.length === 0) {
    return (
      <Text fz="sm" c="dimmed" mt="sm">
        {t("scoring.classesOff")}
      </Text>
    );
  }
  // Numbers on marks exist only for types that have marks on both sides.
  const listed = types.map((one) => new Map(numbersOf(one, iou).map((number) => [number.key, number])));
  const names = new Map(listed.flatMap((numbers) => [...numbers].map(([key, { name }]) => [key, name])));
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("scoring.tab.classes")}>
      <Table fz="xs" verticalSpacing={4} horizontalSpacing={8} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("scoring.type")}</Table.Th>
            {[...names].map(([key, name]) => (
              <Table.Th key={key} ta="right" className={classes.column ?? ""}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {types.map((one, row) => (
            <Table.Tr key={one.type}>
              <Table.Th scope="row" className={classes.rowName ?? ""}>
                <TypeSwatch of={colorOf(one.type)} />
                {one.type}
              </Table.Th>
              {[...names.keys()].map((key) => (
                <Table.Td key={key} ta="right" className={classes.number ?? ""}>
                  {listed[row]?.get(key)?.text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
