/** An overview of a large image that marks the part on the canvas; pressing or dragging in it moves the view. */
import { ActionIcon } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { IconMap2, IconX } from "@tabler/icons-react";
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { screenPoint } from "../../../base/brand.ts";
import { t } from "../../../base/texts/index.ts";
import type { Camera, LargeImage } from "../../../session/cameras/camera.ts";
import classes from "./Minimap.module.css";

/** Length of the longer side, CSS pixels. */
const longSidePx = 168;
/** Share of the visible part that an arrow key moves by. */
const stepShare = 0.25;

interface CameraProps {
  readonly camera: Camera;
}

export function Minimap({ camera }: CameraProps) {
  useSignals();
  const [isShown, setShown] = useLocalStorage({
    key: "wakeline.minimap",
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const image = camera.largeImage.value;
  if (image === undefined) return null;
  return (
    <div className={classes.place}>
      {isShown && <Map camera={camera} image={image} />}
      <ActionIcon
        className={classes.toggle}
        size="sm"
        variant="default"
        aria-label={t(isShown ? "viewer.minimap.hide" : "viewer.minimap.show")}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <IconX size={12} /> : <IconMap2 size={14} />}
      </ActionIcon>
    </div>
  );
}

function Map({ camera, image }: CameraProps & { readonly image: LargeImage }) {
  useSignals();
  const { view } = camera;
  void view.viewport.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = view.picture;
  const scale = longSidePx / Math.max(width, height);
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const ratio = globalThis.devicePixelRatio;
  const [across, down] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  const { overview } = image;
  useEffect(() => {
    // The overview may already be closed because the next image is shown.
    if (overview.width > 0) canvas.current?.getContext("2d")?.drawImage(overview, 0, 0, across, down);
  }, [overview, across, down]);

  /** Centers the canvas on the point under the pointer. */
  const center = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { x, y } = view.middle;
    const zoom = view.viewport.peek().scale;
    view.pan(-((event.clientX - left) / scale - x) * zoom, -((event.clientY - top) / scale - y) * zoom);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    center(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const [dx, dy] = steps[event.key] ?? [0, 0];
    if (event.ctrlKey || event.altKey || event.metaKey || (dx === 0 && dy === 0)) return;
    event.preventDefault();
    // Elsewhere these keys step through frames.
    event.stopPropagation();
    view.pan(-dx * stepShare * view.canvas.width, -dy * stepShare * view.canvas.height);
  };
  const from = view.toImage(screenPoint(0, 0));
  const to = view.toImage(screenPoint(view.canvas.width, view.canvas.height));
  const [left, top] = [Math.max(0, from.x * scale), Math.max(0, from.y * scale)];
  const part = {
    left,
    top,
    width: Math.max(2, Math.min(size.width, to.x * scale) - left),
    height: Math.max(2, Math.min(size.height, to.y * scale) - top),
  };
  return (
    <div
      className={classes.map}
      style={size}
      role="group"
      tabIndex={0}
      aria-label={t("viewer.minimap.label")}
      data-testid="minimap"
      onPointerDown={onPointerDown}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && center(event)}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} className={classes.overview} width={across} height={down} aria-hidden />
      <div className={classes.window} style={part} data-testid="minimap-window" />
    </div>
  );
}

const steps: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
