/**
 * A program that is compiled when something is first drawn with it: of eleven most pictures need three, and the first picture
 * does not wait for the others.
 */
import { createProgramInfo } from "twgl.js";
import type { ProgramInfo } from "twgl.js";

export class LateProgram {
  readonly #gl: WebGL2RenderingContext;
  readonly #shaders: readonly [vertex: string, fragment: string];
  #info: ProgramInfo | undefined;

  constructor(gl: WebGL2RenderingContext, shaders: readonly [vertex: string, fragment: string]) {
    this.#gl = gl;
    this.#shaders = shaders;
  }

  /** For `setUniforms`. */
  get info(): ProgramInfo {
    return (this.#info ??= createProgramInfo(this.#gl, [...this.#shaders]));
  }

  use(): void {
    this.#gl.useProgram(this.info.program);
  }

  dispose(): void {
    if (this.#info !== undefined) this.#gl.deleteProgram(this.#info.program);
  }
}
