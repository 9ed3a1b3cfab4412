/** Frames what others have selected on the shown picture, with their names. */
import { useSignals } from "@preact/signals-react/runtime";
import { imagePoint } from "../../base/brand.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import type { Presence } from "../../session/presence/presence.ts";
import { useViewer } from "../viewer-context.ts";
import { colorOf } from "./people-color.ts";
import classes from "./People.module.css";

interface Props {
  readonly presence: Presence;
  readonly camera: Camera;
}

export default function PeopleMarks({ presence, camera }: Props) {
  useSignals();
  const { workspace } = useViewer();
  const frame = camera.shown.value;
  void camera.view.viewport.value;
  void workspace.tracksVersion.value;
  const { core } = camera.document.value;
  const people = presence.people.value.filter(
    (person) =>
      (person.camera ?? workspace.cameras[0]?.name) === camera.name &&
      workspace.document.address.setName === person.set,
  );
  if (frame === undefined || people.length === 0) return null;
  return (
    <div className={classes.marks} aria-hidden data-testid="people-marks">
      {people.flatMap((person) =>
        person.trackIds.flatMap((id) => {
          const bounds = core.hasTrack(id) ? core.detectionAt(id, frame)?.bounds : undefined;
          if (bounds === undefined) return [];
          const from = camera.view.toScreen(imagePoint(bounds[0], bounds[1]));
          const to = camera.view.toScreen(imagePoint(bounds[2], bounds[3]));
          const style = {
            transform: `translate(${from.x}px, ${from.y}px)`,
            width: to.x - from.x,
            height: to.y - from.y,
            outlineColor: colorOf(person),
          };
          return (
            <div key={`${person.page} ${id}`} className={classes.mark} style={style}>
              <span className={classes.name} style={{ background: colorOf(person) }}>
                {person.login}
              </span>
            </div>
          );
        }),
      )}
    </div>
  );
}
