/** The vertices of a layer with its own layout: interleaved float columns in one buffer, at locations 0, 1, 2... */

export class VertexBuffer {
  /** Floats per vertex. */
  readonly stride: number;
  readonly #gl: WebGL2RenderingContext;
  readonly #buffer: WebGLBuffer;
  readonly #vertexArray: WebGLVertexArrayObject;
  #count = 0;

  /** `sizes`: floats of each attribute, in location order. */
  constructor(gl: WebGL2RenderingContext, sizes: readonly number[]) {
    this.#gl = gl;
    this.stride = sizes.reduce((sum, size) => sum + size, 0);
    this.#buffer = gl.createBuffer();
    this.#vertexArray = gl.createVertexArray();
    gl.bindVertexArray(this.#vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    let offset = 0;
    for (const [location, size] of sizes.entries()) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, this.stride * 4, offset);
      offset += size * 4;
    }
    gl.bindVertexArray(null);
  }

  upload(values: Float32Array): void {
    const gl = this.#gl;
    this.#count = values.length / this.stride;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
  }

  /** Uses the current program and uniforms. */
  drawTriangles(): void {
    const gl = this.#gl;
    gl.bindVertexArray(this.#vertexArray);
    gl.drawArrays(gl.TRIANGLES, 0, this.#count);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    this.#gl.deleteBuffer(this.#buffer);
    this.#gl.deleteVertexArray(this.#vertexArray);
  }
}
