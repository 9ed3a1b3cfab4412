/** The cost of memory here: on shared machines, memory that a program has not used before can be expensive. */
import type { Bench } from "../context.ts";
import { measure } from "../measure.ts";

const page = 4096;
const pages = 65_536;

const memory: Bench = {
  name: "machine: memory",
  run: async () => {
    let bytes = new Uint8Array(0);
    const touch = (): void => {
      for (let at = 0; at < bytes.length; at += page) bytes[at] = 1;
    };
    const fresh = (): void => void (bytes = new Uint8Array(pages * page));
    const contestants = new Map([
      ["first", { before: fresh, run: touch }],
      ["again", { run: touch }],
    ]);
    const times = await measure(contestants, 7);
    const row = (when: string) => ({
      name: `machine: a page of memory, touched ${when}`,
      value: ((times.get(when)?.median ?? NaN) * 1e6) / pages,
      unit: "ns" as const,
    });
    return [row("first"), row("again")];
  },
};

export const machineBenches: readonly Bench[] = [memory];
