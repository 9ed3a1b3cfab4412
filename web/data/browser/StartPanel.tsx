/** Above the user's own folders: the most recently changed datasets, and a button that adds one. */
import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t, withTexts } from "../../base/texts/index.ts";
import { useBusyDatasets } from "../../features/running-jobs.ts";
import { contentsQuery } from "../../queries/contents.ts";
import { recentlyChangedQuery } from "../../queries/datasets.ts";
import { TourHint } from "../../features/tour/TourHint.tsx";
import type { UploadKind } from "../../commands/command.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { formatDate } from "../../ui/text/format.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { UploadButton } from "../upload/UploadButton.tsx";
import { EntryIcon } from "./EntryIcon.tsx";
import { annotationFacts, typeName, ownerText } from "./entry-facts.ts";
import { JobBadge } from "./JobBadge.tsx";
import classes from "./StartPanel.module.css";
import { ReviewProgress } from "./ReviewProgress.tsx";
import { Thumbnail } from "./Thumbnail.tsx";

/** Loaded after the lists, since most users have no tasks. */
const WaitingTasks = lazyPart(async () => (await withTexts("tasks", import("../work/WaitingTasks.tsx"))).default);

interface StartPanelProps {
  /** Undefined if the user cannot upload. */
  readonly pickUpload: ((kind: UploadKind) => void) | undefined;
  /** Name of the folder that uploads go into. */
  readonly uploadsTo: string | undefined;
}

export function StartPanel({ pickUpload, uploadsTo }: StartPanelProps) {
  const { data: datasets = [], isPending } = useQuery(recentlyChangedQuery);
  const contents = useQuery(contentsQuery(datasets)).data;
  const jobs = useBusyDatasets();
  const isEmpty = !isPending && datasets.length === 0;
  // Once there are datasets, opening one or the next task is the main action.
  const variant = isEmpty ? "filled" : "default";
  const upload = pickUpload !== undefined && <UploadButton to={uploadsTo} variant={variant} onPick={pickUpload} />;
  return (
    <section className={classes.recent} aria-labelledby="recent-datasets">
      <TourHint />
      <WaitingTasks />
      <div className={classes.head}>
        <Title order={2} size="h5" id="recent-datasets">
          {t("browse.recent")}
        </Title>
        {!isEmpty && upload}
      </div>
      {isEmpty && (
        <div className={classes.empty}>
          <span>{t("browse.recent.none")}</span>
          <div className={classes.button}>{upload}</div>
        </div>
      )}
      <ul className={classes.list} hidden={isEmpty}>
        {datasets.map((dataset) => {
          const job = jobs.get(dataset._id);
          const held = contents?.get(dataset._id);
          return (
            <li key={dataset._id}>
              <Link to={`/viewer/${dataset._id}`} className={classes.card}>
                <Thumbnail key={dataset.updated} id={dataset._id} busy={job !== undefined} plays>
                  <EntryIcon entry={dataset} busy={job !== undefined} size={28} />
                </Thumbnail>
                <CutText className={classes.name}>{dataset.name}</CutText>
                <span className={classes.facts}>
                  <CutText>{[...annotationFacts(held).slice(0, 1), typeName(dataset)].join(" · ")}</CutText>
                </span>
                <div className={classes.progress}>
                  <ReviewProgress contents={held} />
                </div>
                <span className={classes.facts}>
                  <CutText>{[formatDate(dataset.updated), ownerText(dataset)].filter(Boolean).join(" · ")}</CutText>
                  {job !== undefined && <JobBadge job={job} />}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
