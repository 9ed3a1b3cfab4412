/** The calibration of a stereo pair as numbers: the lenses of both cameras, and their distance. */
import { useQuery } from "@tanstack/react-query";
import type { StereoCalibration } from "#schemas";
import { t } from "../../base/texts/index.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { calibrationQuery } from "../../queries/datasets.ts";
import { Fact } from "../Fact.tsx";

export function CalibrationFacts({ id }: { readonly id: string }) {
  const found = useQuery(calibrationQuery(id)).data;
  if (found === undefined) return null;
  const { calibration, conversionError } = found ?? {};
  return (
    <>
      <Fact label={t("browse.details.calibration")}>
        {conversionError ?? found?.originalName ?? t("browse.details.noCalibration")}
      </Fact>
      {calibration !== undefined && <Numbers calibration={calibration} />}
    </>
  );
}

function Numbers({ calibration: { T, calibrations } }: { readonly calibration: StereoCalibration }) {
  const baseline = Math.hypot(...T.flat(2).map(Number));
  return (
    <>
      {(["left", "right"] as const).map((side) => (
        <Fact key={side} label={t("browse.details.lens", { camera: side })}>
          {lensText(calibrations[side])}
        </Fact>
      ))}
      {Number.isFinite(baseline) && <Fact label={t("browse.details.baseline")}>{formatNumber(baseline, 4)}</Fact>}
    </>
  );
}

/** Focal lengths and center in pixels, then the non-zero distortion coefficients. */
function lensText(lens: StereoCalibration["calibrations"]["left"]): string {
  const { fx, fy, cx, cy, k1, k2, p1, p2, k3 } = lens;
  const terms = Object.entries({ k1, k2, p1, p2, k3 }).filter(([, value]) => value !== undefined && value !== 0);
  return [
    t("browse.details.lensOf", {
      f: `${formatNumber(fx)} × ${formatNumber(fy)}`,
      c: `${formatNumber(cx)}, ${formatNumber(cy)}`,
    }),
    ...terms.map(([name, value]) => `${name} ${formatNumber(value ?? 0, 5)}`),
  ].join(", ");
}
