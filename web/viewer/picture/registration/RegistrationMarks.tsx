/**
 * The picked points on a camera's picture, numbered as in the list; a point still without a counterpart is highlighted.
 */

import { useSignals } from "@preact/signals-react/runtime";
import type { ImagePoint } from "../../../base/brand.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./registration.module.css";

export function RegistrationMarks({ camera }: { readonly camera: Camera }) {
  useSignals();
  const { registration } = useViewer().editor;
  if (registration === undefined || registration.otherThan(camera) === undefined) return null;
  if (!registration.isPicking.value && !registration.overlay.value.isOn) return null;
  void camera.view.viewport.value;
  const side = registration.pair.value[0] === camera ? 0 : 1;
  const points = registration.points.value;
  const half = registration.half.value;
  const place = (at: ImagePoint) => {
    const { x, y } = camera.view.toScreen(at);
    return { transform: `translate(${x}px, ${y}px)` };
  };
  return (
    <div className={classes.marks} aria-hidden data-testid="registration-marks">
      {points.map(({ at }, index) => (
        <span key={index} className={classes.mark} style={place(at[side])} data-mark={index + 1}>
          <span className={classes.number}>{index + 1}</span>
        </span>
      ))}
      {half?.camera === camera && (
        <span className={classes.mark} style={place(half.at)} data-waiting data-mark={points.length + 1}>
          <span className={classes.number}>{points.length + 1}</span>
        </span>
      )}
    </div>
  );
}
