/** Above one's own folders: the datasets that changed last, with a picture, one click from the annotator. */
import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";
import { useBusyDatasets } from "../../features/running-jobs.ts";
import { contentsQuery } from "../../queries/contents.ts";
import { recentlyChangedQuery } from "../../queries/datasets.ts";
import { CutText } from "../../ui/CutText.tsx";
import { formatDate } from "../../ui/format.ts";
import { EntryIcon } from "./EntryIcon.tsx";
import { typeName } from "./entry-facts.ts";
import { JobBadge } from "./JobBadge.tsx";
import classes from "./RecentDatasets.module.css";
import { Thumbnail } from "./Thumbnail.tsx";

export function RecentDatasets() {
  const datasets = useQuery(recentlyChangedQuery).data ?? [];
  const contents = useQuery(contentsQuery(datasets)).data;
  const jobs = useBusyDatasets();
  if (datasets.length === 0) return null;
  return (
    <section className={classes.recent} aria-labelledby="recent-datasets">
      <Title order={2} size="h5" id="recent-datasets">
        {t("browse.recent")}
      </Title>
      <ul className={classes.list}>
        {datasets.map((dataset) => {
          const job = jobs.get(dataset._id);
          const tracks = contents?.get(dataset._id)?.tracks;
          return (
            <li key={dataset._id}>
              <Link to={`/viewer/${dataset._id}`} className={classes.card}>
                <Thumbnail key={dataset.updated} id={dataset._id} busy={job !== undefined}>
                  <EntryIcon entry={dataset} busy={job !== undefined} size={28} />
                </Thumbnail>
                <CutText className={classes.name}>{dataset.name}</CutText>
                <span className={classes.facts}>
                  {typeName(dataset)}
                  {tracks !== undefined && ` · ${t("browse.details.tracks", { count: tracks })}`}
                </span>
                <span className={classes.facts}>
                  {formatDate(dataset.updated)}
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
