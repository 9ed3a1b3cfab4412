/** A preview of two boxes, one of them selected, on a picture-like background. */

import { t } from "../../../base/texts/index.ts";
import { isThicknessValid, type StyleForm } from "./style-form.ts";
import classes from "./StyleEditor.module.css";

/** The renderer's default thickness, and the extra width of a selected box, CSS pixels. */
const standardPx = 3;
const selectedMorePx = 2;
/** Multiplied with the type's own opacity. */
const fillShare = 0.25;

export function StylePreview({ form }: { readonly form: StyleForm }) {
  const { color, thickness, fill, opacity } = form;
  const width = typeof thickness === "number" && isThicknessValid(form) ? thickness : standardPx;
  const box = { fill: fill ? color : "none", fillOpacity: fillShare * opacity, stroke: color, strokeOpacity: opacity };
  return (
    <svg className={classes.preview} viewBox="0 0 220 120" role="img" aria-label={t("lists.preview")}>
      <rect x={16} y={32} width={86} height={70} {...box} strokeWidth={width} />
      <rect x={122} y={32} width={82} height={70} {...box} strokeWidth={width + selectedMorePx} />
      {form.showLabel && (
        <text x={16} y={24} fill={color} fontSize={12}>
          7 {form.name.slice(0, 12)}
          {form.showConfidence && " 0.8421"}
        </text>
      )}
      <text x={163} y={71} fill="#c8d2da" fontSize={11} textAnchor="middle">
        {t("lists.previewSelected")}
      </text>
    </svg>
  );
}
