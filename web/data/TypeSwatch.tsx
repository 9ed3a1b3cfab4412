/** The color of a type in front of its name; split if datasets show the type in different colors. */
import { VisuallyHidden } from "@mantine/core";
import { t } from "../base/texts/index.ts";
import type { CommonColor } from "./common-color.ts";
import classes from "./TypeSwatch.module.css";

interface TypeSwatchProps {
  readonly of: CommonColor;
  /** Meaning of the color, for a tooltip and screen readers; default: whether datasets differ. */
  readonly text?: string | undefined;
}

export function TypeSwatch({ of: { color, other }, text = other && t("summary.colorDiffers") }: TypeSwatchProps) {
  const background = other === undefined ? color : `linear-gradient(135deg, ${color} 60%, ${other} 60%)`;
  return (
    <>
      <span className={classes.swatch} style={{ background }} title={text} />
      {text !== undefined && <VisuallyHidden>{text}</VisuallyHidden>}
    </>
  );
}
