/** Draws the boxes of a frame over its picture: an SVG group each, or strokes on a 2D canvas. */
import type { IntervalStore } from "../../peers/interval-store.ts";

export type Visible = ReturnType<IntervalStore["queryFrame"]>[number];

export interface Surface {
  draw(visible: readonly Visible[], picture: HTMLImageElement): void;
}

const colors = ["#ff8a00", "#00c2ff", "#7cff00", "#ff00c8"];

export function colorOf(type: string): string {
  return colors[type.length % colors.length]!;
}

function labelOf({ track, type }: Visible): string {
  return `${track.id} ${type}`;
}

/** A group with a rectangle and a text for each track, reused from frame to frame while the track stays. */
export function svgSurface(place: HTMLElement): Surface {
  const image = document.createElement("img");
  image.id = "picture";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  place.append(image, svg);
  interface Shape {
    readonly group: SVGGElement;
    readonly rect: SVGRectElement;
    readonly text: SVGTextElement;
  }
  const shapeOf = new Map<number, Shape>();
  const make = (): Shape => {
    const group = document.createElementNS(svg.namespaceURI!, "g") as SVGGElement;
    const rect = document.createElementNS(svg.namespaceURI!, "rect") as SVGRectElement;
    const text = document.createElementNS(svg.namespaceURI!, "text") as SVGTextElement;
    rect.setAttribute("fill", "none");
    rect.setAttribute("vector-effect", "non-scaling-stroke");
    text.setAttribute("font-size", "8");
    text.setAttribute("fill", "#fff");
    group.append(rect, text);
    svg.append(group);
    return { group, rect, text };
  };
  return {
    draw(visible, picture) {
      image.src = picture.src;
      svg.setAttribute("viewBox", `0 0 ${picture.naturalWidth} ${picture.naturalHeight}`);
      const left = new Set(shapeOf.keys());
      for (const each of visible) {
        const { id } = each.track;
        left.delete(id);
        let shape = shapeOf.get(id);
        if (shape === undefined) shapeOf.set(id, (shape = make()));
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = each.feature.bounds;
        const { rect, text } = shape;
        rect.setAttribute("x", String(x1));
        rect.setAttribute("y", String(y1));
        rect.setAttribute("width", String(x2 - x1));
        rect.setAttribute("height", String(y2 - y1));
        rect.setAttribute("stroke", colorOf(each.type));
        text.setAttribute("x", String(x1));
        text.setAttribute("y", String(y1 - 2));
        text.textContent = labelOf(each);
      }
      for (const id of left) {
        shapeOf.get(id)?.group.remove();
        shapeOf.delete(id);
      }
    },
  };
}

export function canvasSurface(place: HTMLElement): Surface {
  const canvas = document.createElement("canvas");
  place.append(canvas);
  canvas.width = place.clientWidth * devicePixelRatio;
  canvas.height = place.clientHeight * devicePixelRatio;
  const context = canvas.getContext("2d")!;
  return {
    draw(visible, picture) {
      const scale = Math.min(canvas.width / picture.naturalWidth, canvas.height / picture.naturalHeight);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.drawImage(picture, 0, 0);
      context.lineWidth = 1 / scale;
      context.font = "8px sans-serif";
      for (const each of visible) {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = each.feature.bounds;
        context.strokeStyle = colorOf(each.type);
        context.strokeRect(x1, y1, x2 - x1, y2 - y1);
        context.fillStyle = "#fff";
        context.fillText(labelOf(each), x1, y1 - 2);
      }
    },
  };
}
