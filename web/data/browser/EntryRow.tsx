/**
 * A row of a place, or a card. Memoized: all its props are values or live as long as the list, so that a selection
 * draws the rows that it changes.
 */
import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconDotsVertical, IconPencil } from "@tabler/icons-react";
import { memo } from "react";
import type { HTMLAttributes } from "react";
import { Link } from "react-router";
import type { Folder, Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import type { Contents } from "../../queries/contents.ts";
import { entryName, isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { formatDate, formatNumber } from "../../ui/text/format.ts";
import { annotationFacts, mayMove, mayWrite, sizeText, typeName } from "./entry-facts.ts";
import { EntryName } from "./EntryName.tsx";
import classes from "./EntryTable.module.css";
import { dropTarget, endDrag } from "./move-entries.ts";
import { ReviewProgress } from "./ReviewProgress.tsx";
import { hasMenu, type RowEvents } from "./row-events.ts";

export type ListLook = "rows" | "cards";

interface EntryRowProps {
  readonly entry: Entry;
  readonly index: number;
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  /** The row that is in the tab order. */
  readonly isCurrent: boolean;
  readonly look: ListLook;
  /** Rows may have thumbnails. */
  readonly hasPictures: boolean;
  readonly placeLevel: number;
  /** Not read: a row's texts and dates are drawn again when it changes. */
  readonly language: string;
  /** The job that is running on the dataset. */
  readonly job: Job | undefined;
  /** Undefined while they are counted. */
  readonly contents: Contents | undefined;
  /** Attributes of the button whose menu is open; undefined if it is not this row's. */
  readonly opener:
    | Pick<HTMLAttributes<HTMLElement>, "id" | "aria-haspopup" | "aria-expanded" | "aria-controls">
    | undefined;
  readonly events: RowEvents;
}

export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, index, isSelected, look, hasPictures, job, contents, events } = props;
  return (
    <tr
      role="row"
      data-expanded={props.opener !== undefined || undefined}
      className={classes.row}
      data-selected={isSelected === true || undefined}
      aria-selected={isSelected}
      tabIndex={props.isCurrent ? 0 : -1}
      draggable={mayMove(entry, props.placeLevel)}
      onDragStart={(event) => events.dragStart(event, entry)}
      onDragEnd={endDrag}
      {...(acceptsEntries(entry) && dropTarget({ id: entry._id, name: entry.name }))}
      onClick={(event) => events.click(event, index)}
      onDoubleClick={(event) => events.doubleClick(event, entry)}
      onContextMenu={(event) => events.contextMenu(event, entry)}
      // Shift+click would select the text in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      {isSelected !== undefined && (
        <td role="gridcell" className={classes.check}>
          <RowCheckbox {...{ entry, index, isSelected, events }} />
        </td>
      )}
      <td role="gridcell" className={classes.named}>
        <EntryName entry={entry} job={job} hasPictures={hasPictures} plays={look === "cards"} />
      </td>
      <td role="gridcell" className={classes.type}>
        {!isDataset(entry) && job !== undefined ? t("browse.type.waits") : typeName(entry)}
      </td>
      {hasPictures && (
        <td role="gridcell" className={classes.tracks}>
          {tracksText(contents, look)}
          {look === "cards" && isDataset(entry) && <ReviewProgress contents={contents} />}
        </td>
      )}
      <td role="gridcell" className={classes.size}>
        {sizeText(entry, contents?.bytes)}
      </td>
      <td role="gridcell" className={classes.updated}>
        {formatDate("updated" in entry ? entry.updated : entry.created)}
      </td>
      <td role="gridcell" className={classes.actions}>
        <RowButtons entry={entry} opener={props.opener} events={events} />
      </td>
    </tr>
  );
});

interface RowCheckboxProps extends Pick<EntryRowProps, "entry" | "index" | "events"> {
  readonly isSelected: boolean;
}

function RowCheckbox({ entry, index, isSelected, events }: RowCheckboxProps) {
  return (
    <Checkbox
      tabIndex={-1}
      aria-label={t("browse.selectRow", { name: entryName(entry) })}
      checked={isSelected}
      onChange={({ nativeEvent }) =>
        events.select(index, { toggle: true, range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
      }
    />
  );
}

function RowButtons({ entry, opener, events }: Pick<EntryRowProps, "entry" | "opener" | "events">) {
  return (
    <div className={classes.actionGroup}>
      {isDataset(entry) && (
        <Button
          component={Link}
          to={`/viewer/${entry._id}`}
          size="compact-xs"
          variant="light"
          aria-label={t("browse.launchNamed", { name: entry.name })}
          leftSection={<IconPencil size={14} stroke={1.75} />}
        >
          <span className={classes.launchText}>{t("browse.launch")}</span>
        </Button>
      )}
      {hasMenu(entry) && (
        <ActionIcon
          size="sm"
          aria-label={t("browse.actionsFor", { name: entryName(entry) })}
          {...(opener ?? { "aria-haspopup": "menu", "aria-expanded": false })}
          onClick={(event) => events.toggleMenu(event, entry)}
        >
          <IconDotsVertical size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

/** Writable folders, but not datasets, whose contents are their own. */
function acceptsEntries(entry: Entry): entry is Folder {
  return entry._modelType === "folder" && !isDataset(entry) && mayWrite(entry);
}

/** A number under the heading; in words on a card, which has no heading. */
function tracksText(contents: Contents | undefined, look: ListLook): string {
  if (contents === undefined || contents.tracks === 0) return "";
  return look === "cards" ? annotationFacts(contents).join(" · ") : formatNumber(contents.tracks);
}
