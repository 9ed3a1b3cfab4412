/** Information on the dataset and on the shown frame. */

import { Skeleton } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import type { PictureRate } from "../../../media/frame-table.ts";
import type { FrameMetadata } from "../../../session/dataset/frame-metadata.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatDuration, formatNumber } from "../../../ui/text/format.ts";
import { useViewer } from "../../viewer-context.ts";
import { DatasetFacts } from "./DatasetFacts.tsx";
import classes from "./DatasetInfoPanel.module.css";
import { FactList } from "./FactList.tsx";
import { MediaLedger } from "./MediaLedger.tsx";

export function DatasetInfoPanel() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { dataset } = workspace;
  const { info, source, view } = workspace.active.value;
  const { picture } = view;
  const rate = source.value?.pictureRate;
  return (
    <div className={classes.panel}>
      <Facts
        label={t("datasetInfo.media")}
        facts={{
          [t("datasetInfo.name")]: dataset.name,
          [t("datasetInfo.frames")]: editor.player.maxFrame + 1,
          [t("datasetInfo.rate")]: info.fps,
          ...(rate !== undefined && { [t("datasetInfo.ownRate")]: rateText(rate) }),
          [t("datasetInfo.size")]: `${picture.width} × ${picture.height}`,
        }}
      />
      <MediaLedger />
      <DatasetFacts />
      <FrameMetadataEntries />
    </div>
  );
}

function rateText({ fps, isVariable, maxSeconds, minSeconds }: PictureRate): string {
  const values = {
    fps: formatNumber(fps),
    shortest: formatDuration(minSeconds),
    longest: formatDuration(maxSeconds),
  };
  return t(isVariable ? "datasetInfo.ownRate.varies" : "datasetInfo.ownRate.even", values);
}

/** The shown frame's entries in the frame metadata file. */
function FrameMetadataEntries() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { info } = workspace.active.value;
  const frame = editor.shownFrame.value;
  const source = useQuery({
    queryKey: ["frame-metadata", workspace.dataset.id, info.name],
    queryFn: () => loadMetadata(workspace.dataset.id, info.name),
  });
  if (source.error !== null)
    return (
      <ErrorAlert
        title={t("datasetInfo.metadataFailed")}
        text={errorText(source.error)}
        action={{ label: t("common.retry"), onClick: () => void source.refetch() }}
      />
    );
  if (source.data === undefined) return <Skeleton h={44} />;
  if (frame === undefined) return null;
  if (source.data === null) return <p className={classes.hint}>{t("datasetInfo.noMetadata")}</p>;
  const filename = info.media.kind === "video" ? undefined : info.media.images[frame]?.filename;
  const facts = source.data.at(frame, filename);
  if (facts === undefined) return <p className={classes.hint}>{t("datasetInfo.nothingOfFrame", { frame })}</p>;
  return <Facts label={t("datasetInfo.ofFrame", { frame })} facts={facts} />;
}

/** `null` if there is no such file. */
async function loadMetadata(datasetId: string, camera: string): Promise<FrameMetadata | null> {
  const { cameras, shared } = await api.call("dataset.frameMetadataSources", { id: datasetId });
  const ofCamera = Object.hasOwn(cameras, camera) ? cameras[camera] : Object.values(cameras)[0];
  const source = ofCamera ?? shared;
  if (source === undefined) return null;
  if ("error" in source) throw new Error(`${source.name}: ${source.error}`);
  const response = await api.fetch("item.download", { id: source.itemId });
  // Loaded on demand: the CSV reader is not small, and few datasets have such a file.
  const { parseFrameMetadata } = await import("../../../session/dataset/frame-metadata.ts");
  try {
    return parseFrameMetadata(new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    throw new Error(t("datasetInfo.unreadable", { name: source.name }), { cause: error });
  }
}

function Facts({ label, facts }: { readonly label: string; readonly facts: Readonly<Record<string, unknown>> }) {
  return (
    <section aria-label={label}>
      <h3 className={classes.title}>{label}</h3>
      <FactList facts={facts} />
    </section>
  );
}
