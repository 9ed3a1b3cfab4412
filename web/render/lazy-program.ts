/**
 * A program that is compiled on first use: most frames need three of the eleven programs, and the first frame does not
 * wait for the others.
 */
import { createProgramInfo, createProgramInfoAsync } from "twgl.js";
import type { ProgramInfo } from "twgl.js";

export class LazyProgram {
  readonly #gl: WebGL2RenderingContext;
  readonly #shaders: readonly [vertex: string, fragment: string];
  #info: ProgramInfo | undefined;
  #preparing: Promise<void> | undefined;
  #isDisposed = false;

  constructor(gl: WebGL2RenderingContext, shaders: readonly [vertex: string, fragment: string]) {
    this.#gl = gl;
    this.#shaders = shaders;
  }

  /** For `setUniforms`. */
  get info(): ProgramInfo {
    return (this.#info ??= createProgramInfo(this.#gl, [...this.#shaders]));
  }

  /**
   * Compiles the program ahead of use, in parallel with the page, which would otherwise freeze for that time. Never
   * rejects: the layer that draws with it reports its errors.
   */
  prepare(): Promise<void> {
    this.#preparing ??= this.#compile().catch(() => undefined);
    return this.#preparing;
  }

  async #compile(): Promise<void> {
    if (this.#info !== undefined || this.#isDisposed) return;
    const info = await createProgramInfoAsync(this.#gl, [...this.#shaders]);
    if (this.#info === undefined && !this.#isDisposed) this.#info = info;
    else this.#gl.deleteProgram(info.program);
  }

  use(): void {
    this.#gl.useProgram(this.info.program);
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#info !== undefined) this.#gl.deleteProgram(this.#info.program);
  }
}
