/** Messages of work that runs side by side, held back until the result of that work is reported. */

import { Writable } from "node:stream";
import { type Io, io, withIo, type Output } from "./io.ts";
import { eraseLine } from "./live-line.ts";

export class HeldMessages {
  #text = "";

  /** Runs `work`, and holds its messages. */
  during<T>(work: () => Promise<T>): Promise<T> {
    const held = new Writable({
      decodeStrings: false,
      write: (piece: string, _encoding, done) => {
        this.#text += piece;
        done();
      },
    });
    const { isTTY = false, columns = 80 } = io().err;
    const err: Output = Object.assign(held, { isTTY, columns });
    // The other members are looked up on demand.
    return withIo(Object.create(io(), { err: { value: err } }) as Io, work);
  }

  print(): void {
    if (this.#text === "") return;
    eraseLine(io().err);
    io().err.write(this.#text);
    this.#text = "";
  }
}
