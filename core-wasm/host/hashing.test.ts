/** Ids and names chosen to hash to the same slot of a table are read about as fast as any others. */
import { expect, test } from "vitest";
import { builds, utf8 } from "./testing/cores.ts";

/** For an odd number, modulo 2^32: `number * inverse` is 1. */
function inverse(number: bigint): bigint {
  let found = 1n;
  for (let step = 0; step < 6; step++) found = BigInt.asUintN(32, found * (2n - number * found));
  return found;
}

/** Ids whose product with the 32-bit golden ratio has the same bits from bit 7 on, all but a few of them. */
function crowdedIds(count: number): readonly number[] {
  const back = inverse(0x9e3779b1n);
  const products = Array.from({ length: count }, (_, n) => (BigInt(n >> 7) << 23n) | BigInt(n & 127));
  return products.map((product) => Number(BigInt.asUintN(32, product * back)));
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.!$&";
const pairs = [...letters].flatMap((a) => [...letters].map((b) => a + b));

function rows(ids: readonly number[], types: readonly string[]): Uint8Array {
  const row = (id: number, index: number): string => `${id},,0,1,2,3,4,1,-1,${types[index % types.length]},1\n`;
  return utf8(ids.map(row).join(""));
}

const ids = Array.from({ length: 16_000 }, (_, n) => n);
const type = ["fish"];

test.each([
  { what: "ids", crowded: rows(crowdedIds(16_000), type), plain: rows(ids, type) },
  // A former bug: the last two of eight bytes only reached the upper bits of a hash.
  {
    what: "names",
    crowded: rows(
      ids,
      pairs.map((end) => `fish--${end}`),
    ),
    plain: rows(
      ids,
      pairs.map((start) => `${start}--fish`),
    ),
  },
])("$what", async ({ crowded, plain }) => {
  const core = await builds[0].create();
  const took = (bytes: Uint8Array): number => {
    const start = performance.now();
    expect(core.reader.readViameCsv(bytes)).toMatchObject({ trackCount: 16_000, problemCount: 0 });
    return performance.now() - start;
  };
  took(plain);
  const rounds = Array.from({ length: 15 }, () => [took(crowded), took(plain)] as const);
  const [ofCrowded, ofPlain] = [0, 1].map((of) => Math.min(...rounds.map((round) => round[of] ?? NaN)));
  expect((ofCrowded ?? NaN) / (ofPlain ?? NaN)).toBeLessThan(5);
});
