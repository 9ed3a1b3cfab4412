/** Details of the selected track: its frames, the confidence of each possible type, its attributes. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import { TrackBlame } from "../../right/blame/TrackBlame.tsx";
import { AttributeSection } from "./AttributeSection.tsx";
import attributeClasses from "./attributes.module.css";
import { PairList } from "./PairList.tsx";
import classes from "./TrackDetails.module.css";

export function TrackDetails() {
  useSignals();
  const { workspace } = useViewer();
  void workspace.display.version.value;
  const id = workspace.selectedTrack.value;
  const selectedCount = workspace.selection.value.tracks.size;
  const track = id !== undefined && workspace.core.hasTrack(id) ? workspace.core.track(id) : undefined;
  return (
    <div className={classes.details}>
      <h2 className={classes.title}>{t("viewer.trackEditor")}</h2>
      {track === undefined ? (
        <>
          <p className={classes.empty}>{t("viewer.nothingSelected")}</p>
          {workspace.readOnly.value === undefined && <p className={classes.empty}>{t("viewer.rightClickToEdit")}</p>}
        </>
      ) : (
        <>
          <p className={classes.facts}>
            <strong>{t("viewer.trackTitle", { id: track.id })}</strong>
            <span>{t("viewer.framesFromTo", { begin: track.begin, end: track.end })}</span>
            <span>{t("viewer.keyframeCount", { count: track.keyframeCount })}</span>
          </p>
          <h3 className={classes.subtitle}>{t("viewer.confidencePairs")}</h3>
          <PairList key={track.id} track={track} />
          {selectedCount > 1 && (
            <p className={attributeClasses.note}>{t("attributes.selectedTracks", { count: selectedCount })}</p>
          )}
          <AttributeSection belongs="track" />
          <AttributeSection belongs="detection" />
          <TrackBlame trackId={track.id} />
        </>
      )}
    </div>
  );
}
