/**
 * The minimum cost of a frame step in this browser on this machine: a page that uploads a picture and draws it with the
 * outlines of its boxes by WebGL, on a canvas as large as the viewer's, and nothing else. No application in this
 * browser can be faster.
 */
import type { Page } from "@playwright/test";

export interface Floor {
  readonly width: number;
  readonly height: number;
  readonly boxes: number;
  readonly steps: number;
}

/** Milliseconds per step, each until the next animation frame begins. */
export async function measureFloor(page: Page, floor: Floor): Promise<number> {
  await page.setContent('<body style="margin:0;background:#101113"></body>');
  return await page.evaluate(async ({ width, height, boxes, steps }) => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    document.body.append(canvas);
    const gl = canvas.getContext("webgl2", { antialias: false })!;
    const program = (vertex: string, fragment: string): WebGLProgram => {
      const made = gl.createProgram();
      for (const [kind, source] of [
        [gl.VERTEX_SHADER, vertex],
        [gl.FRAGMENT_SHADER, fragment],
      ] as const) {
        const shader = gl.createShader(kind)!;
        gl.shaderSource(shader, `#version 300 es\nprecision highp float;\n${source}`);
        gl.compileShader(shader);
        gl.attachShader(made, shader);
      }
      gl.linkProgram(made);
      if (gl.getProgramParameter(made, gl.LINK_STATUS) !== true) throw new Error("The floor's program does not link.");
      return made;
    };
    const picture = program(
      "out vec2 at; void main() { at = vec2(gl_VertexID & 1, gl_VertexID >> 1); gl_Position = vec4(at * 2.0 - 1.0, 0, 1); }",
      "uniform sampler2D image; in vec2 at; out vec4 color; void main() { color = texture(image, at); }",
    );
    const outline = program(
      "layout(location = 0) in vec2 at; void main() { gl_Position = vec4(at, 0, 1); }",
      "out vec4 color; void main() { color = vec4(1, 0.5, 0, 1); }",
    );
    const corners = new Float32Array(boxes * 16);
    const indices = new Uint32Array(boxes * 24);
    const ring = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
    // As large as the viewer's, with its three-pixel line and margin.
    const [boxWidth, boxHeight, line] = [(20.5 / 640) * 2, (14.625 / 480) * 2, (5 / height) * 2];
    for (let box = 0; box < boxes; box++) {
      const [x, y] = [(((box * 7) % 600) / 640) * 2 - 1, (((box * 13) % 440) / 480) * 2 - 1];
      for (const [inner, by] of [
        [0, 0],
        [8, line],
      ] as const) {
        const [left, top, right, bottom] = [x + by, y + by, x + boxWidth - by, y + boxHeight - by];
        corners.set([left, top, right, top, right, bottom, left, bottom], box * 16 + inner);
      }
      for (let n = 0; n < 24; n++) indices[box * 24 + n] = box * 8 + ring[n]!;
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    const images = await Promise.all(
      [0, 1].map((n) => createImageBitmap(new ImageData(new Uint8ClampedArray(640 * 480 * 4).fill(90 + n * 40), 640))),
    );
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const walk = async (): Promise<number> => {
      const begin = performance.now();
      for (let step = 0; step < steps; step++) {
        gl.viewport(0, 0, width, height);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, images[step % 2]!);
        gl.useProgram(picture);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        gl.useProgram(outline);
        gl.drawElements(gl.TRIANGLES, boxes * 24, gl.UNSIGNED_INT, 0);
        await nextFrame();
      }
      return (performance.now() - begin) / steps;
    };
    await walk();
    const times = [await walk(), await walk(), await walk()];
    return Math.min(...times);
  }, floor);
}
