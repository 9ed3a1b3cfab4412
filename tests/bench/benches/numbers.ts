/**
 * One number at a time: text to f64 and back. The core is called from JavaScript once per number, the prototype once in
 * total.
 */
import { readFileSync } from "node:fs";
import { CoreInstance } from "#core/instance";
import type { Bench } from "../context.ts";
import { randomNumbers } from "../generate.ts";

const count = 200_000;

const numbers = (name: string, what: "parse" | "print"): Bench => ({
  name,
  async run(context) {
    const random = randomNumbers(99);
    // Half as in annotation files, half with full precision.
    const values = Array.from({ length: count }, (_, i) => {
      const value = random() * 2000;
      return i % 2 === 0 ? Math.round(value * 100) / 100 : value;
    });
    const texts = values.map(String);
    const bytes = new TextEncoder().encode(`${texts.join("\n")}\n`);
    const instance = new CoreInstance(
      new WebAssembly.Module(readFileSync(new URL("../../../core-wasm/build/core.wasm", import.meta.url))),
    );
    instance.exports.core_clear();
    const { number_parse, number_end, number_print_js, transfer_open } = instance.exports;
    const start = transfer_open(Math.max(bytes.length, count * 32)) >>> 0;
    instance.bytes().set(bytes, start);
    const prototype = context.spike?.prepareNumbers(bytes, Float64Array.from(values))[what];
    let sum = 0;
    const parse = (): void => {
      let p = start;
      for (let i = 0; i < count; i++) {
        sum += number_parse(p);
        p = (number_end.value >>> 0) + 1;
      }
    };
    const print = (): void => {
      // Over the texts, which are not needed any longer.
      for (const value of values) sum += number_print_js(start, value);
    };
    const javascript =
      what === "parse"
        ? () => texts.forEach((text) => (sum += Number(text)))
        : () => values.forEach((value) => (sum += value.toString().length));
    const rows = await context.compare({
      name,
      core: what === "parse" ? parse : print,
      unit: "ns",
      amount: count,
      peers: { prototype: prototype && { run: prototype }, JavaScript: { run: javascript } },
    });
    if (Number.isNaN(sum)) throw new Error(`A number could not be read in "${name}".`);
    return rows;
  },
});

export const numberBenches: readonly Bench[] = [numbers("parse an f64", "parse"), numbers("print an f64", "print")];
