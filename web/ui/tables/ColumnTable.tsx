/**
 * A table whose columns are declared in one place: head, width, whether narrow windows leave it out, and the cell of a
 * row.
 */
import { Table, type TableProps } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./ColumnTable.module.css";

export interface Column<Row> {
  /** Absent above buttons. */
  readonly head?: string;
  /** A name for a column without a head. */
  readonly label?: string;
  readonly width?: TableProps["w"];
  /** The narrowest window that shows it. */
  readonly from?: "sm" | "md" | "lg";
  /** Shown paler than the other columns. */
  readonly isPale?: boolean;
  /** A long name without spaces is broken, so that it does not narrow the other columns. For one column of a table. */
  readonly mayBreak?: boolean;
  render(row: Row): ReactNode;
}

interface ColumnTableProps<Row> extends Pick<TableProps, "highlightOnHover"> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  keyOf(row: Row): string;
}

export function ColumnTable<Row>({ label, rows, columns, keyOf, highlightOnHover = true }: ColumnTableProps<Row>) {
  return (
    <Table className={classes.table ?? ""} stickyHeader highlightOnHover={highlightOnHover} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ head, label: name, width, from }, index) => (
            <Table.Th key={index} w={width} {...shownFrom(from)} aria-label={name}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ from, isPale, mayBreak, render }, index) => (
              <Table.Td
                key={index}
                {...shownFrom(from)}
                {...(isPale === true && { c: "dimmed" })}
                {...(mayBreak === true && { style: { overflowWrap: "anywhere" } })}
              >
                {render(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const shownFrom = (from: Column<unknown>["from"]) => from && { visibleFrom: from };
