/**
 * How much work the GPU is given: counted at WebGL itself, so that it is true whatever a layer does. Cheap enough to be
 * always on; tests and a person with the browser's tools read it from the canvas (`canvas.frameStatistics`).
 */
export interface FrameStatistics {
  /** Frames drawn since the canvas was made. */
  frames: number;
  /** Draw calls since then, and in the last frame. */
  drawCalls: number;
  drawCallsOfFrame: number;
  /** Uploads of textures and buffers since then, and in the last frame. */
  uploads: number;
  uploadsOfFrame: number;
  /** Layers that failed in the last frame. */
  broken: string[];
}

declare global {
  interface HTMLCanvasElement {
    frameStatistics?: Readonly<FrameStatistics>;
  }
}

const drawCalls = ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced"] as const;
const uploads = ["texImage2D", "texSubImage2D", "bufferData", "bufferSubData"] as const;

/** Counts the calls of this context from now on. */
export function countCalls(gl: WebGL2RenderingContext): FrameStatistics {
  const statistics: FrameStatistics = {
    frames: 0,
    drawCalls: 0,
    drawCallsOfFrame: 0,
    uploads: 0,
    uploadsOfFrame: 0,
    broken: [],
  };
  for (const name of drawCalls) wrap(gl, name, () => statistics.drawCalls++);
  for (const name of uploads) wrap(gl, name, () => statistics.uploads++);
  return statistics;
}

function wrap(gl: WebGL2RenderingContext, name: string, count: () => void): void {
  const call = (gl as unknown as Record<string, (...values: unknown[]) => unknown>)[name]!.bind(gl);
  Object.assign(gl, {
    [name]: (...values: unknown[]) => {
      count();
      return call(...values);
    },
  });
}
