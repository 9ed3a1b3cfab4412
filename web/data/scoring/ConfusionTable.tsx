/** Which types are taken for which; what is wrong leads to its errors. */
import { Table, Text, UnstyledButton } from "@mantine/core";
import type { ScoringResult } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { CutText } from "../../ui/CutText.tsx";
import { formatNumber } from "../../ui/format.ts";
import classes from "./ScoringPage.module.css";

interface ConfusionTableProps {
  readonly confusion: ScoringResult["scoring"]["confusion"];
  /** `null`: none. */
  onErrors(truthType: string | null, computedType: string | null): void;
}

export function ConfusionTable({ confusion: { types, counts }, onErrors }: ConfusionTableProps) {
  const names = [...types, t("scoring.type.none")];
  const most = Math.max(1, ...counts.flat());
  return (
    <>
      <Text fz="sm" c="dimmed" my="xs">
        {t("scoring.confusionHint")}
      </Text>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("scoring.tab.confusion")}>
        <Table fz="sm" w="auto" verticalSpacing={4} horizontalSpacing={10} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {names.map((name, at) => (
                <Table.Th key={at} scope="col" ta="right">
                  <CutText className={classes.name ?? ""}>{name}</CutText>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name, row) => (
              <Table.Tr key={row}>
                <Table.Th scope="row" className={classes.rowName ?? ""}>
                  <CutText className={classes.name ?? ""}>{name}</CutText>
                </Table.Th>
                {names.map((column, at) => {
                  const count = counts[row]?.[at] ?? 0;
                  const isRight = row === at;
                  return (
                    <Table.Td
                      key={at}
                      ta="right"
                      className={classes.count ?? ""}
                      style={{ "--share": count / most }}
                      data-right={(isRight && row < types.length) || undefined}
                    >
                      {count === 0 || isRight ? (
                        formatNumber(count)
                      ) : (
                        <UnstyledButton
                          className={classes.cell ?? ""}
                          aria-label={t("scoring.confusion.cell", { truth: name, computed: column, count })}
                          onClick={() => onErrors(types[row] ?? null, types[at] ?? null)}
                        >
                          {formatNumber(count)}
                        </UnstyledButton>
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
