/** A confusion matrix of types: rows are the truth, columns the computed types; the last row and column are "none". */
import { Table, Text, UnstyledButton } from "@mantine/core";
import classes from "./ConfusionTable.module.css";
import { CutText } from "../text/CutText.tsx";
import { formatNumber } from "../text/format.ts";

interface ConfusionTableProps {
  /** Names of n types, and (n + 1) x (n + 1) counts by truth row and found column. */
  readonly types: readonly string[];
  readonly counts: readonly (readonly number[])[];
  /** The name of the last row and column: detections without a counterpart. */
  readonly none: string;
  readonly label: string;
  readonly hint: string;
  /** For narrow panels. */
  readonly isCompact?: boolean;
  /** Makes the counts of errors links. */
  readonly errors?: {
    nameOf(truth: string, found: string, count: number): string;
    /** `null`: none. */
    open(truth: string | null, found: string | null): void;
  };
}

export function ConfusionTable(props: ConfusionTableProps) {
  const { types, counts, none, label, hint, isCompact = false, errors } = props;
  const names = [...types, none];
  const max = Math.max(1, ...counts.flat());
  const spacing = isCompact
    ? { fz: "xs", verticalSpacing: 2, horizontalSpacing: 6 }
    : { fz: "sm", verticalSpacing: 4, horizontalSpacing: 10, w: "auto" };
  const nameClass = classes.name ?? "";
  return (
    <div className={classes.table} data-compact={isCompact || undefined}>
      <Text size={isCompact ? "xs" : "sm"} c="dimmed" my={isCompact ? 0 : "xs"}>
        {hint}
      </Text>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
        <Table {...spacing} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {names.map((name, at) => (
                <Table.Th key={at} scope="col" ta="right">
                  <CutText className={nameClass}>{name}</CutText>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name, row) => (
              <Table.Tr key={row}>
                <Table.Th scope="row" className={classes.rowName ?? ""}>
                  <CutText className={nameClass}>{name}</CutText>
                </Table.Th>
                {names.map((column, at) => {
                  const count = counts[row]?.[at] ?? 0;
                  const isRight = row === at;
                  return (
                    <Table.Td
                      key={at}
                      ta="right"
                      className={classes.count ?? ""}
                      style={{ "--share": count / max }}
                      data-right={(isRight && row < types.length) || undefined}
                    >
                      {errors === undefined || count === 0 || isRight ? (
                        formatNumber(count)
                      ) : (
                        <UnstyledButton
                          className={classes.cell ?? ""}
                          aria-label={errors.nameOf(name, column, count)}
                          onClick={() => errors.open(types[row] ?? null, types[at] ?? null)}
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
    </div>
  );
}
