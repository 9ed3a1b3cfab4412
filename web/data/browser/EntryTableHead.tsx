/** The headings of the rows of a place: select all, and sort. */
import { Checkbox, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import type { EntrySort } from "../../queries/places.ts";
import classes from "./EntryTable.module.css";
import type { RowSort } from "./use-place-rows.ts";
import type { Selection } from "./use-selection.ts";

interface EntryTableHeadProps {
  /** Undefined if rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly rowCount: number;
  readonly hasPictures: boolean;
  /** Undefined if the order is fixed. */
  readonly sort: RowSort | undefined;
}

export function EntryTableHead({ selection, rowCount, hasPictures, sort }: EntryTableHeadProps) {
  return (
    // The roles of a table's parts are its own only while it is laid out as one.
    <thead className={classes.head} role="rowgroup">
      <tr role="row">
        {selection !== undefined && (
          <th role="columnheader" className={classes.check}>
            <SelectAll selection={selection} rowCount={rowCount} />
          </th>
        )}
        <SortHead column="lowerName" label={t("browse.column.name")} sort={sort} />
        <th role="columnheader" className={classes.type}>
          {t("browse.column.type")}
        </th>
        {hasPictures && (
          <th role="columnheader" className={classes.tracks}>
            {t("browse.column.tracks")}
          </th>
        )}
        <SortHead column="size" label={t("browse.column.size")} sort={sort} className={classes.size} />
        <SortHead column="updated" label={t("browse.column.updated")} sort={sort} className={classes.updated} />
        <th role="columnheader" className={classes.actions}>
          <span className={classes.hiddenText}>{t("browse.column.actions")}</span>
        </th>
      </tr>
    </thead>
  );
}

function SelectAll({ selection, rowCount }: { readonly selection: Selection; readonly rowCount: number }) {
  const isAll = rowCount > 0 && selection.ids.size === rowCount;
  return (
    <Checkbox
      aria-label={t("browse.selectAll")}
      checked={isAll}
      indeterminate={!isAll && selection.ids.size > 0}
      onChange={() => (isAll ? selection.clear() : selection.selectAll())}
    />
  );
}

interface SortHeadProps {
  readonly column: EntrySort["by"];
  readonly label: string;
  readonly sort: RowSort | undefined;
  readonly className?: string | undefined;
}

/** A column that the server can sort by: the first click sorts ascending, the second descending. */
function SortHead({ column, label, sort, className = "" }: SortHeadProps) {
  if (sort === undefined)
    return (
      <th role="columnheader" className={className}>
        {label}
      </th>
    );
  const { by, isDescending } = sort.now;
  const isBy = by === column;
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th
      role="columnheader"
      className={className}
      aria-sort={isBy ? (isDescending ? "descending" : "ascending") : "none"}
    >
      <UnstyledButton
        className={classes.sort}
        onClick={() => sort.choose({ by: column, isDescending: isBy && !isDescending })}
      >
        {label}
        {isBy && <Arrow size={12} stroke={2} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
