/**
 * A chip's box, large over the other chips of its page: its corners and the points of its shapes are dragged with the
 * pointer or moved by arrow keys.
 */
import { Button, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { t } from "../../base/texts/index.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { type ChipBox, type Part, shapesOf } from "./chip-place.ts";
import { handlesOf, type Handle, hasTooManyPoints, moveHandle, placeOf, type Point } from "./chip-shapes.ts";
import classes from "./Review.module.css";

/** Image pixels per press of an arrow key, and with Shift. */
const [step, largeStep] = [1, 10];

interface ShapeEditorProps {
  readonly box: ChipBox;
  /** Of the picture. */
  readonly part: Part;
  readonly color: string;
  /** Says whose box it is. */
  readonly title: string;
  /** The half of the page that it covers, where it is wide enough: the one without the chip. */
  readonly side: "left" | "right";
  /** The picture under the shapes. */
  readonly children?: ReactNode;
  /** @param box after each step */
  onDraw(box: ChipBox): void;
  /** @param isKept the drawn box is to be applied */
  onShaped(isKept: boolean): void;
}

export function ShapeEditor({ box: before, part, color, title, side, children, onDraw, onShaped }: ShapeEditorProps) {
  const [box, setBox] = useState(before);
  // In an order that stays while they are moved.
  const [handles, setHandles] = useState(() => handlesOf(before));
  const [hasTooMany] = useState(() => hasTooManyPoints(before));
  const svg = useRef<SVGSVGElement>(null);
  const { left, top, width, height } = part;
  const { polygons, lines } = shapesOf(box);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box.bounds;
  const radius = Math.max(width, height) / 64;
  useEffect(() => svg.current?.querySelector<SVGElement>("[data-handle]")?.focus(), []);

  function move(at: number, to: Point): void {
    const [moved, handle] = moveHandle(box, handles[at]!, to);
    setBox(moved);
    onDraw(moved);
    setHandles(handles.with(at, handle));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) {
      // The page saves it.
      if (event.key.toLowerCase() === "s") onShaped(true);
      return;
    }
    event.stopPropagation();
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.key !== "Escape" && (event.key !== "Enter" || isOnButton)) return;
    event.preventDefault();
    onShaped(event.key === "Enter");
  }

  return (
    <div
      className={classes.editor}
      data-side={side}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <div className={classes.editorTitle}>
        <span className={classes.swatch} style={{ background: color }} />
        <CutText>{title}</CutText>
      </div>
      <div className={classes.picture}>
        {children}
        <svg
          ref={svg}
          className={classes.layer}
          viewBox={`${left} ${top} ${width} ${height}`}
          style={{ color }}
          role="group"
          aria-label={t("review.shapes")}
        >
          <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} />
          {[...polygons, ...lines].map((path) => (
            <path key={path} d={path} />
          ))}
          {handles.map((handle, at) => (
            <HandleMark
              key={at}
              {...{ box, handle, radius }}
              name={nameOf(handle, at)}
              onMove={(to) => move(at, to)}
              pointAt={(event) => imagePoint(svg.current, event)}
            />
          ))}
        </svg>
      </div>
      <div className={classes.editorFoot}>
        <Text size="xs" c="dimmed" style={{ flex: 1 }}>
          {t(hasTooMany ? "review.shapes.tooMany" : "review.shapes.how")}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onShaped(false)}>
          {t("review.shapes.cancel")}
        </Button>
        <Button size="compact-sm" onClick={() => onShaped(true)}>
          {t("review.shapes.apply")}
        </Button>
      </div>
    </div>
  );
}

interface HandleMarkProps {
  readonly box: ChipBox;
  readonly handle: Handle;
  readonly name: string;
  readonly radius: number;
  onMove(to: Point): void;
  pointAt(event: PointerEvent): Point | undefined;
}

function HandleMark({ box, handle, name, radius, onMove, pointAt }: HandleMarkProps) {
  const [x, y] = placeOf(box, handle);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? largeStep : step;
    const moves: Readonly<Record<string, Point>> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const offset = moves[event.key];
    if (offset === undefined) return;
    event.preventDefault();
    onMove([x + offset[0], y + offset[1]]);
  };
  return (
    <circle
      data-handle
      cx={x}
      cy={y}
      r={radius}
      role="button"
      tabIndex={0}
      aria-label={name}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const to = event.currentTarget.hasPointerCapture(event.pointerId) ? pointAt(event) : undefined;
        if (to !== undefined) onMove(to);
      }}
    />
  );
}

function nameOf(handle: Handle, at: number): string {
  return "place" in handle
    ? t("review.shapes.point", { n: at - 3 })
    : t("review.shapes.corner", { n: handle.corner + 1 });
}

/** Where the pointer is in the picture. */
function imagePoint(svg: SVGSVGElement | null, { clientX, clientY }: PointerEvent): Point | undefined {
  const matrix = svg?.getScreenCTM();
  if (matrix == null) return undefined;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return [x, y];
}
