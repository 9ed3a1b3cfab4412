/** The picture of a box in its chip, and the large one in which the box is edited. */
import { IconPhotoOff } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { ReviewEntry } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { chipAddress, type ChipBox, editingPartOf, partAddress, partOf, shapesOf } from "./chip-place.ts";
import classes from "./Review.module.css";
import { ShapeEditor } from "./ShapeEditor.tsx";

interface ChipPictureProps {
  readonly entry: ReviewEntry;
  readonly box: ChipBox;
  readonly color: string;
}

export function ChipPicture({ entry, box, color }: ChipPictureProps) {
  const { left, top, width, height } = partOf(box);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box.bounds;
  const { polygons, lines, points } = shapesOf(box);
  return (
    <CutPicture address={chipAddress(entry.datasetId, box)}>
      <svg className={classes.layer} viewBox={`${left} ${top} ${width} ${height}`} style={{ color }} aria-hidden>
        <rect x={Math.min(x1, x2)} y={Math.min(y1, y2)} width={Math.abs(x2 - x1)} height={Math.abs(y2 - y1)} />
        {[...polygons, ...lines].map((path) => (
          <path key={path} d={path} />
        ))}
        {points.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={Math.max(width, height) / 60} />
        ))}
      </svg>
    </CutPicture>
  );
}

interface ChipEditorProps extends ChipPictureProps {
  readonly title: string;
  readonly side: "left" | "right";
  onDraw(box: ChipBox): void;
  onShaped(isKept: boolean): void;
}

export function ChipEditor({ entry, box, ...editor }: ChipEditorProps) {
  const [part] = useState(() => editingPartOf(box));
  return (
    <ShapeEditor {...{ box, part }} {...editor}>
      <CutPicture address={partAddress(entry.datasetId, box.frame, part)} />
    </ShapeEditor>
  );
}

interface CutPictureProps {
  readonly address: string;
  /** Shapes over the picture. */
  readonly children?: ReactNode;
}

/** Cut from a frame by the server, which may take a moment for one of a video. */
function CutPicture({ address, children }: CutPictureProps) {
  const [state, setState] = useState<"loading" | "shown" | "broken">("loading");
  if (state === "broken") return <NoPicture text={t("review.noPicture")} />;
  return (
    <>
      {state === "loading" && <span className={classes.waiting} />}
      <img
        className={classes.layer}
        src={address}
        alt=""
        draggable={false}
        onLoad={() => setState("shown")}
        onError={() => setState("broken")}
      />
      {children}
    </>
  );
}

export function NoPicture({ text }: { readonly text: string }) {
  return (
    <span className={classes.noPicture}>
      <IconPhotoOff size={22} stroke={1.4} aria-hidden />
      {text}
    </span>
  );
}
