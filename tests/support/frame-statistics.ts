/**
 * Counts the work given to the GPU, for tests and benches: measured at the contexts of canvases, outside of the
 * product. Runs in the page before anything else (`addInitScript(countFrames)`), so it must not refer to anything
 * outside of itself.
 */

export interface FrameStatistics {
  /** Frames drawn since the canvas was created: uninterrupted sequences of calls that drew something. */
  frames: number;
  /** Draw calls in total, and in the last frame. A picture painted beneath counts as well. */
  drawCalls: number;
  drawCallsOfFrame: number;
  /** Uploads of textures and buffers in total, and in the last frame. */
  uploads: number;
  uploadsOfFrame: number;
}

declare global {
  interface HTMLCanvasElement {
    frameStatistics?: Readonly<FrameStatistics>;
  }
}

export function countFrames(): void {
  type Context = Record<string, (...values: unknown[]) => unknown>;
  type Kind = "draw" | "clear" | "upload";
  const calls: Readonly<Record<string, Kind>> = {
    drawArrays: "draw",
    drawElements: "draw",
    drawArraysInstanced: "draw",
    drawElementsInstanced: "draw",
    clear: "clear",
    texImage2D: "upload",
    texSubImage2D: "upload",
    bufferData: "upload",
    bufferSubData: "upload",
  };
  const paints: Readonly<Record<string, Kind>> = { drawImage: "draw", putImageData: "draw" };
  const counted = new WeakSet<object>();

  const watch = (context: Context, names: Readonly<Record<string, Kind>>, statistics: FrameStatistics): void => {
    let frame: { draws: number; uploads: number; isDrawn: boolean } | undefined;
    const close = (): void => {
      if (frame?.isDrawn === true) {
        statistics.frames++;
        statistics.drawCallsOfFrame = frame.draws;
        statistics.uploadsOfFrame = frame.uploads;
      }
      frame = undefined;
    };
    const note = (kind: Kind): void => {
      if (frame === undefined) queueMicrotask(close);
      frame ??= { draws: 0, uploads: 0, isDrawn: false };
      if (kind === "upload") [frame.uploads, statistics.uploads] = [frame.uploads + 1, statistics.uploads + 1];
      else frame.isDrawn = true;
      if (kind === "draw") [frame.draws, statistics.drawCalls] = [frame.draws + 1, statistics.drawCalls + 1];
    };
    for (const [name, kind] of Object.entries(names)) {
      const call = context[name]!.bind(context);
      context[name] = (...values) => {
        note(kind);
        return call(...values);
      };
    }
  };

  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
    const context = (getContext as (...values: unknown[]) => unknown).apply(this, args);
    if (typeof context !== "object" || context === null || counted.has(context)) return context;
    counted.add(context);
    if (args[0] === "webgl2") {
      const statistics = { frames: 0, drawCalls: 0, drawCallsOfFrame: 0, uploads: 0, uploadsOfFrame: 0 };
      this.frameStatistics = statistics;
      watch(context as Context, calls, statistics);
    } else if (args[0] === "2d") {
      // Work on the canvas beneath is counted at the one above it.
      const above = this.parentElement?.querySelector("canvas");
      if (above?.frameStatistics !== undefined) watch(context as Context, paints, above.frameStatistics);
    }
    return context;
  } as typeof getContext;
}
