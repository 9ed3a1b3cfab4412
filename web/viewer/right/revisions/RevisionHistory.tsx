/** Every save and import of the dataset, newest first. A click opens a past revision read-only. */

import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { IconArrowForwardUp, IconCopy } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import type { Revision } from "#schemas/wire";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { runCommand } from "../../../commands/registry.ts";
import { revisionPagesQuery } from "../../../queries/annotations.ts";
import { defaultSetName } from "../../../base/annotation-set.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatDate, formatNumber } from "../../../ui/text/format.ts";
import { GuideAnchor } from "../../../ui/page/GuideAnchor.tsx";
import { viewerPath } from "../../open/viewer-path.ts";
import { useViewer } from "../../viewer-context.ts";
import { RestoreButton } from "./RestoreButton.tsx";
import { revisionWords } from "./revision-words.ts";
import classes from "./RevisionHistory.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function RevisionHistory() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { id } = workspace.dataset;
  const { datasetId, revision, setName } = workspace.active.value.document.value.address;
  const list = useInfiniteQuery(revisionPagesQuery(datasetId));
  // When a save arrives between two requests, an entry moves to the next page and would be listed twice.
  const entries = [
    ...new Map(list.data?.pages.flatMap(({ reply }) => reply.map((each) => [each.revision, each]))).values(),
  ];
  const loadMore = () => list.fetchNextPage();
  // If refreshing the newest entries fails, keep the list that is already shown.
  const isFailed = list.isFetchNextPageError || (list.isError && entries.length === 0);
  return (
    <div className={classes.panel}>
      {revision === undefined ? (
        <Text c="dimmed">{t("history.revisionHint")}</Text>
      ) : (
        <div className={classes.banner} role="note">
          <Text>{t("history.revisionPast", { revision })}</Text>
          <Button
            component={Link}
            to={viewerPath({ datasetId: id, setName })}
            size="xs"
            leftSection={<IconArrowForwardUp size={15} stroke={1.75} />}
          >
            {t("history.revisionNewest")}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCopy size={15} stroke={1.6} />}
            onClick={() => void runCommand(editor, "dataset.clone")}
          >
            {t("history.revisionClone")}
          </Button>
          <RestoreButton revision={revision} />
        </div>
      )}
      {list.isPending && (
        <Stack gap="xs" mt="sm">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} h={52} />
          ))}
        </Stack>
      )}
      {list.isSuccess && entries.length === 0 && (
        <Text c="dimmed" mt="sm">
          {t("history.revisionsEmpty")} <GuideAnchor page="saving" isOutside />
        </Text>
      )}
      <ul className={classes.list} aria-label={t("history.revisionList")}>
        {entries.map((entry) => (
          <Entry key={entry.revision} entry={entry} datasetId={id} isShown={entry.revision === revision} />
        ))}
      </ul>
      {isFailed ? (
        <ErrorAlert
          title={t("history.revisionsFailed")}
          text={errorText(list.error)}
          action={{
            label: t("common.retry"),
            onClick: () => void (entries.length === 0 ? list.refetch() : loadMore()),
          }}
        />
      ) : (
        list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onLoad={() => void loadMore()} />
      )}
    </div>
  );
}

interface EntryProps {
  readonly entry: Revision;
  /** With several cameras, the id of the whole dataset. */
  readonly datasetId: string;
  readonly isShown: boolean;
}

function Entry({ entry, datasetId, isShown }: EntryProps) {
  const { revision, set, author_id, author_name, created, additions, deletions } = entry;
  const description = revisionWords(entry.description);
  return (
    <li className={classes.entry} aria-current={isShown || undefined} data-revision={revision}>
      <div className={classes.line}>
        <Link
          className={classes.open}
          to={viewerPath({ datasetId, setName: set ?? undefined, revision })}
          aria-label={t("history.revisionOpen", { revision, description })}
        >
          <b>{revision}</b> <span className={classes.description}>{description}</span>
        </Link>
        <Tip label={t("history.setBadge", { name: set ?? defaultSetName })}>
          <span className={classes.set}>{set ?? defaultSetName}</span>
        </Tip>
      </div>
      <div className={classes.line}>
        <Text c="dimmed" size="xs" component="time" dateTime={created} className={classes.grow ?? ""}>
          {formatDate(created)}
        </Text>
        <Tip label={t("history.additions", { count: additions })}>
          <span className={classes.count} data-kind="additions">
            +{formatNumber(additions)}
          </span>
        </Tip>
        <Tip label={t("history.deletions", { count: deletions })}>
          <span className={classes.count} data-kind="deletions">
            −{formatNumber(deletions)}
          </span>
        </Tip>
      </div>
      <Anchor component={Link} to={`/user/${author_id}`} size="xs" className={classes.author ?? ""}>
        {author_name}
      </Anchor>
    </li>
  );
}

/** Loads the next page when scrolled into view or pressed. */
function LoadMore({ isLoading, onLoad }: { readonly isLoading: boolean; onLoad(): void }) {
  const { ref, entry } = useIntersection();
  const isSeen = entry?.isIntersecting === true;
  useEffect(() => {
    if (isSeen && !isLoading) onLoad();
    // Once per scroll into view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isSeen, isLoading]);
  return (
    <Button ref={ref} variant="default" size="xs" fullWidth mt="xs" loading={isLoading} onClick={onLoad}>
      {t("history.loadMore")}
    </Button>
  );
}
