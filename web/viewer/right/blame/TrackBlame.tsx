/** Who set the values of the selected track and of its detection on this frame; loaded on request. */

import { Button, Collapse, Skeleton, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { TrackId } from "#core/types";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { blameQuery } from "../../../queries/annotations.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatDate } from "../../../ui/text/format.ts";
import { viewerPath } from "../../open/viewer-path.ts";
import { useViewer } from "../../viewer-context.ts";
import { blameRows, type BlameRow } from "./blame-rows.ts";
import classes from "./TrackBlame.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function TrackBlame({ trackId }: { readonly trackId: TrackId }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.blame}>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<Icon size={14} stroke={1.75} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t("history.blame")}
      </Button>
      <Collapse id={id} expanded={isOpen}>
        {isOpen && <Values trackId={trackId} />}
      </Collapse>
    </section>
  );
}

function Values({ trackId }: { readonly trackId: TrackId }) {
  useSignals();
  const { editor, saver, workspace } = useViewer();
  // A save adds revisions.
  void saver.state.value;
  const frame = editor.shownFrame.value ?? 0;
  const document = workspace.active.value.document.value;
  const { address, sync } = document;
  const frames = framesAround(document.core.keyframes(trackId), frame);
  const { datasetId, setName } = address;
  const revision = address.revision ?? sync.knownRevision;
  const blame = useQuery(blameQuery({ datasetId, setName, revision, trackId, frames }));
  if (blame.isPending) return <Skeleton h={80} my={6} />;
  if (blame.isError) {
    const action = { label: t("common.retry"), onClick: () => void blame.refetch() };
    return <ErrorAlert title={t("history.blameFailed")} text={errorText(blame.error)} action={action} />;
  }
  const places = blameRows(blame.data, frames);
  const title = (place: number | undefined): string => {
    if (place === undefined) return t("history.blameTrack");
    if (place === frame) return t("history.blameFrame", { frame: place });
    return t(place < frame ? "history.blameFrameBefore" : "history.blameFrameAfter", { frame: place });
  };
  return (
    <>
      {places.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t("history.blameUnsaved")}
        </Text>
      ) : (
        sync.isUnsaved(trackId) && (
          <Text size="xs" c="dimmed">
            {t("history.blameDirty")}
          </Text>
        )
      )}
      <div role="group" aria-label={t("history.blameList", { id: trackId })}>
        {places.map(({ frame: place, rows }) => (
          <div key={place ?? "track"}>
            <h4 className={classes.place}>{title(place)}</h4>
            <dl className={classes.rows}>
              {rows.map((row) => (
                <Given
                  key={row.path}
                  row={row}
                  path={(to) => viewerPath({ datasetId: workspace.dataset.id, setName, revision: to })}
                />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </>
  );
}

interface OriginProps {
  readonly row: BlameRow;
  path(revision: number): string;
}

function Given({ row: { name, revision, isExact, given }, path }: OriginProps) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>
        <Tip label={given?.description ?? ""} disabled={given === undefined} position="left">
          <Link to={path(revision)}>
            {isExact
              ? t("history.blameWho", { name: given?.author_name ?? "?", revision })
              : t("history.blameOlder", { revision })}
          </Link>
        </Tip>
        {given !== undefined && isExact && <time dateTime={given.created}>{formatDate(given.created)}</time>}
      </dd>
    </div>
  );
}

/** The frame itself if it is a keyframe, else the neighboring keyframes. */
function framesAround(keyframes: Uint32Array, frame: number): readonly number[] {
  const before = keyframes.findLast((each) => each <= frame);
  if (before === frame) return [frame];
  return [before, keyframes.find((each) => each > frame)].filter((each) => each !== undefined);
}
