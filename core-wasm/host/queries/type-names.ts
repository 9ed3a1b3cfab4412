/** The names of types by index. The core only ever adds types, so names are decoded once. */
import type { CoreInstance } from "../instance.ts";

export class TypeNames {
  readonly #core: CoreInstance;
  #names: string[] = [];

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** Call it when the contents of the core have been replaced. */
  forget(): void {
    this.#names = [];
  }

  /** The same array until types are forgotten; it grows. */
  all(): readonly string[] {
    const { type_count, type_name } = this.#core.exports;
    for (let type = this.#names.length; type < type_count.value; type++) {
      this.#names.push(this.#core.sliceText(type_name(type)));
    }
    return this.#names;
  }
}
