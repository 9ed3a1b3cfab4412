/**
 * The rows of a place, or cards with pictures: the same table in another layout. A grid for assistive technology, with
 * one row in the tab order; the list commands provide its keys.
 */
import { ActionIcon, Badge, Button, Checkbox, Skeleton, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconPencil } from "@tabler/icons-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DragEvent, MouseEvent } from "react";
import { Link } from "react-router";
import type { Folder, Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatDate, formatNumber } from "../../ui/text/format.ts";
import { contentsQuery } from "../../queries/contents.ts";
import { entryName, isDataset, isTruthyMeta } from "../../queries/places.ts";
import type { Entry, EntrySort } from "../../queries/places.ts";
import { EntryIcon } from "./EntryIcon.tsx";
import classes from "./EntryTable.module.css";
import { JobBadge } from "./JobBadge.tsx";
import { listLook } from "../preferences.ts";
import { annotationFacts, mayMove, mayWrite, sizeText, typeName } from "./entry-facts.ts";
import { beginDrag, dropTarget, endDrag } from "./move-entries.ts";
import { rowActions } from "./row-actions.ts";
import { ReviewProgress } from "./ReviewProgress.tsx";
import { useLazyMenu } from "../../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { Thumbnail } from "./Thumbnail.tsx";
import type { Contents } from "../../queries/contents.ts";
import { useListCommands } from "./use-list-commands.ts";
import type { Selection } from "./use-selection.ts";
import { CutText } from "../../ui/text/CutText.tsx";

const RowMenu = lazyPart(async () => (await import("./RowMenu.tsx")).default);

interface EntryTableProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  /** Rows may have thumbnails: reserve their room in every row, so that names stay aligned. */
  readonly hasPictures: boolean;
  /** Undefined if rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly busyDatasets: ReadonlyMap<string, Job>;
  /** Access level of the place; files have none of their own. */
  readonly placeLevel: number;
  goTo(path: string): void;
  deleteSelected(): void;
  /** Undefined if the order is fixed. */
  readonly sort: { readonly now: EntrySort; choose(sort: EntrySort): void } | undefined;
}

export function EntryTable({
  label,
  entries,
  hasPictures,
  selection,
  busyDatasets,
  placeLevel,
  goTo,
  deleteSelected,
  sort,
}: EntryTableProps) {
  useSignals();
  const contents = useQuery(contentsQuery(entries)).data;
  const look = hasPictures ? listLook.value : "rows";
  const table = useRef<HTMLTableElement>(null);
  const focused = selection?.focus ?? 0;
  const follow = useRef(false);
  useEffect(() => {
    // Only after a key press: a click must not take the focus from a button in the row.
    if (follow.current) focusRow(table.current, focused);
    follow.current = false;
  }, [focused]);
  useListCommands({
    entries,
    selection,
    placeLevel,
    goTo,
    deleteSelected,
    focusRow(row) {
      if (selection === undefined || row === focused) focusRow(table.current, row);
      else follow.current = true;
    },
  });

  // One menu for all rows; it belongs to the row that opened it last.
  const menu = useLazyMenu(RowMenu);
  const [menuOf, setMenuOf] = useState<Entry>();
  const openOf = menu.isOpen ? menuOf?._id : undefined;

  const allSelected = selection !== undefined && entries.length > 0 && selection.ids.size === entries.length;

  return (
    <>
      <table
        role="grid"
        aria-label={label}
        aria-multiselectable={selection === undefined ? undefined : true}
        className={classes.table}
        data-look={look}
        ref={table}
      >
        {/* The roles of a table's parts are its own only while it is laid out as one. */}
        <thead className={classes.head} role="rowgroup">
          <tr role="row">
            {selection !== undefined && (
              <th role="columnheader" className={classes.check}>
                <Checkbox
                  aria-label={t("browse.selectAll")}
                  checked={allSelected}
                  indeterminate={!allSelected && selection.ids.size > 0}
                  onChange={() => (allSelected ? selection.clear() : selection.selectAll())}
                />
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
        <tbody role="rowgroup">
          {entries.map((entry, index) => {
            const selected = selection?.ids.has(entry._id) === true;
            return (
              <tr
                key={entry._id}
                role="row"
                data-expanded={entry._id === openOf || undefined}
                className={classes.row}
                data-selected={selected || undefined}
                aria-selected={selection === undefined ? undefined : selected}
                tabIndex={index === focused ? 0 : -1}
                draggable={mayMove(entry, placeLevel)}
                onDragStart={(event: DragEvent) => {
                  const together = selected ? entries.filter((each) => selection.ids.has(each._id)) : [entry];
                  beginDrag(
                    event,
                    together.filter((each) => mayMove(each, placeLevel)),
                  );
                }}
                onDragEnd={endDrag}
                {...(acceptsEntries(entry) && dropTarget({ id: entry._id, name: entry.name }))}
                onClick={(event: MouseEvent) => {
                  if (isControl(event.target)) return;
                  selection?.select(index, {
                    toggle: event.ctrlKey || event.metaKey,
                    range: event.shiftKey,
                  });
                }}
                onDoubleClick={(event: MouseEvent) => {
                  const { open } = rowActions;
                  if (!isControl(event.target) && open.refusal(entry, placeLevel) === undefined) open.run(entry, goTo);
                }}
                // The keyboard's menu key sends no button.
                onContextMenu={(event: MouseEvent) => {
                  const { access } = rowActions;
                  if (event.button === 2 && access.refusal(entry, placeLevel) === undefined) {
                    event.preventDefault();
                    return access.run(entry, goTo);
                  }
                  if (!hasMenu(entry)) return;
                  event.preventDefault();
                  setMenuOf(entry);
                  menu.show({ x: event.clientX, y: event.clientY });
                }}
                // Shift+click would select the text in between.
                onMouseDown={(event: MouseEvent) => event.shiftKey && event.preventDefault()}
              >
                {selection !== undefined && (
                  <td role="gridcell" className={classes.check}>
                    <Checkbox
                      tabIndex={-1}
                      aria-label={t("browse.selectRow", {
                        name: entryName(entry),
                      })}
                      checked={selected}
                      onChange={(event) =>
                        selection.select(index, {
                          toggle: true,
                          range: event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
                        })
                      }
                    />
                  </td>
                )}
                <td role="gridcell" className={classes.named}>
                  <EntryNameCell
                    entry={entry}
                    job={busyDatasets.get(entry._id)}
                    hasPictures={hasPictures}
                    plays={look === "cards"}
                  />
                </td>
                <td role="gridcell" className={classes.type}>
                  {!isDataset(entry) && busyDatasets.has(entry._id) ? t("browse.type.waits") : typeName(entry)}
                </td>
                {hasPictures && (
                  <td role="gridcell" className={classes.tracks}>
                    {tracksText(contents?.get(entry._id), look)}
                    {look === "cards" && isDataset(entry) && <ReviewProgress contents={contents?.get(entry._id)} />}
                  </td>
                )}
                <td role="gridcell" className={classes.size}>
                  {sizeText(entry, contents?.get(entry._id)?.bytes)}
                </td>
                <td role="gridcell" className={classes.updated}>
                  {formatDate("updated" in entry ? entry.updated : entry.created)}
                </td>
                <td role="gridcell" className={classes.actions}>
                  <div className={classes.actionGroup}>
                    {isDataset(entry) && (
                      <Button
                        component={Link}
                        to={`/viewer/${entry._id}`}
                        size="compact-xs"
                        variant="light"
                        aria-label={t("browse.launchNamed", {
                          name: entry.name,
                        })}
                        leftSection={<IconPencil size={14} stroke={1.75} />}
                      >
                        <span className={classes.launchText}>{t("browse.launch")}</span>
                      </Button>
                    )}
                    {hasMenu(entry) && (
                      <ActionIcon
                        size="sm"
                        aria-label={t("browse.actionsFor", {
                          name: entryName(entry),
                        })}
                        {...(entry._id === openOf ? menu.opener : { "aria-haspopup": "menu", "aria-expanded": false })}
                        onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
                          setMenuOf(entry);
                          menu.toggle(currentTarget);
                        }}
                      >
                        <IconDotsVertical size={16} />
                      </ActionIcon>
                    )}
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {menuOf !== undefined && menu.draw({ entry: menuOf, placeLevel, goTo })}
    </>
  );
}

interface EntryNameCellProps {
  readonly entry: Entry;
  readonly job: Job | undefined;
  readonly hasPictures: boolean;
  /** Cards are large enough to cycle through further pictures. */
  readonly plays: boolean;
}

function EntryNameCell({ entry, job, hasPictures, plays }: EntryNameCellProps) {
  const busy = job !== undefined;
  const name = entryName(entry);
  const note = entry._modelType === "user" ? `${entry.firstName} ${entry.lastName}` : undefined;
  const icon = <EntryIcon entry={entry} busy={busy} />;
  return (
    <div className={classes.name}>
      {isDataset(entry) ? (
        // A changed entry may have a picture by now.
        <Thumbnail key={entry.updated} id={entry._id} busy={busy} plays={plays}>
          {icon}
        </Thumbnail>
      ) : hasPictures ? (
        <span className={classes.besidePictures}>{icon}</span>
      ) : (
        icon
      )}
      {entry._modelType === "item" ? (
        <CutText className={classes.nameText ?? ""}>{name}</CutText>
      ) : (
        <Link
          to={`/${entry._modelType}/${entry._id}`}
          className={classes.nameLink}
          tabIndex={-1}
          // Drag the row, not the link.
          draggable={false}
        >
          <CutText>{name}</CutText>
        </Link>
      )}
      {job !== undefined && <JobBadge job={job} />}
      {note !== undefined && <span className={classes.note}>{note}</span>}
      {entry._modelType === "folder" && entry.foreign_media_id !== undefined && (
        <Badge size="xs" variant="light" color="grape" tt="none">
          {t("browse.cloned")}
        </Badge>
      )}
      {entry._modelType === "folder" && isTruthyMeta(entry.meta.published) && (
        <Badge size="xs" variant="light" color="green" tt="none">
          {t("browse.published")}
        </Badge>
      )}
    </div>
  );
}

/** Placeholder rows in their final places, so that nothing jumps. */
export function EntryTableSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[62, 48, 71, 55, 40, 66].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </div>
  );
}

interface SortHeadProps {
  readonly column: EntrySort["by"];
  readonly label: string;
  readonly sort: EntryTableProps["sort"];
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

/** Writable folders, but not datasets, whose contents are their own. */
function acceptsEntries(entry: Entry): entry is Folder {
  return entry._modelType === "folder" && !isDataset(entry) && mayWrite(entry);
}

/** A number under the heading; in words on a card, which has no heading. */
function tracksText(contents: Contents | undefined, look: "rows" | "cards"): string {
  if (contents === undefined || contents.tracks === 0) return "";
  return look === "cards" ? annotationFacts(contents).join(" · ") : formatNumber(contents.tracks);
}

/** Users have no actions. */
function hasMenu(entry: Entry): boolean {
  return entry._modelType !== "user";
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label, [role=menu], [role=menuitem]") !== null;
}

function focusRow(table: HTMLTableElement | null, row: number): void {
  table?.tBodies[0]?.rows[row]?.focus();
}
