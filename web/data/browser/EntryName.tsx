/** The name of a row: picture or icon, link, and badges. */
import { Badge } from "@mantine/core";
import { Link } from "react-router";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { entryName, isDataset, isTruthyMeta } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { EntryIcon } from "./EntryIcon.tsx";
import classes from "./EntryTable.module.css";
import { JobBadge } from "./JobBadge.tsx";
import { Thumbnail } from "./Thumbnail.tsx";

interface EntryNameProps {
  readonly entry: Entry;
  readonly job: Job | undefined;
  readonly hasPictures: boolean;
  /** Cards are large enough to cycle through further pictures. */
  readonly plays: boolean;
}

export function EntryName({ entry, job, hasPictures, plays }: EntryNameProps) {
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
