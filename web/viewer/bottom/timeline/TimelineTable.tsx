/**
 * A timeline as a table with the same facts. Only the visible rows are rendered. The first cell of a row seeks to its
 * frame.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { t } from "../../../base/texts/index.ts";
import { attachListFocus } from "../../parts/list-focus.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import type { Lane, LaneTable } from "./lane.ts";
import classes from "./TimelineTable.module.css";

const rowHeightPx = 24;

interface TimelineTableProps {
  readonly lanes: (viewer: OpenViewer) => readonly Lane[];
  readonly label: string;
}

export function TimelineTable({ lanes, label }: TimelineTableProps) {
  useSignals();
  const table = lanes(useViewer()).find((lane) => lane.table !== undefined)?.table;
  if (table === undefined || table.rowCount === 0) return <p className={classes.empty}>{t("timeline.tableEmpty")}</p>;
  return <Rows table={table} label={label} />;
}

function Rows({ table, label }: { readonly table: LaneTable; readonly label: string }) {
  const { editor } = useViewer();
  const scroll = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- rows take numbers from it, never its functions
  const virtual = useVirtualizer({
    count: table.rowCount,
    estimateSize: () => rowHeightPx,
    getScrollElement: () => scroll.current,
    overscan: 6,
    scrollPaddingStart: rowHeightPx,
  });
  useEffect(
    () => (body.current === null ? undefined : attachListFocus(body.current, { rows: "[data-row]", upDown: true })),
    [],
  );
  const shown = virtual.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  return (
    <div ref={scroll} className={classes.scroll} data-testid="timeline-table">
      <table className={classes.table} aria-label={label} aria-rowcount={table.rowCount + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {first !== undefined && first.start > 0 && <Space heightPx={first.start} />}
        <tbody ref={body}>
          {shown.map(({ index }) => {
            const { frame, track, isSelected = false, cells } = table.row(index);
            const go = () => {
              if (track !== undefined) editor.lists.selectAndShow(track);
              editor.player.seek(frame);
            };
            return (
              <tr key={index} data-row aria-rowindex={index + 2} data-selected={isSelected || undefined}>
                {cells.map((cell, at) => (
                  <td key={table.columns[at]}>
                    {at > 0 ? (
                      cell
                    ) : (
                      <button type="button" data-main onClick={go} aria-current={isSelected || undefined}>
                        {cell}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        {last !== undefined && virtual.getTotalSize() > last.end && (
          <Space heightPx={virtual.getTotalSize() - last.end} />
        )}
      </table>
    </div>
  );
}

/** The space of rows that are not rendered. */
function Space({ heightPx }: { readonly heightPx: number }) {
  return (
    <tbody aria-hidden>
      <tr style={{ height: heightPx }} />
    </tbody>
  );
}
