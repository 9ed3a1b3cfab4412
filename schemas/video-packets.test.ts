import { expect, test } from "vitest";
import { withoutHidden } from "./video-packets.ts";

const hiddenByte = new Uint8Array([0x01]);
const shownByte = new Uint8Array([0x11]);
const packetsAt = (...times: readonly number[]) => times.map((timestamp) => ({ timestamp }));

test("a hidden reference between two pictures is not a picture; close pictures of an uneven rate stay", async () => {
  const packets = packetsAt(0, 0.04, 0.042, 0.08, 0.12, 0.125, 0.16);
  const shown = await withoutHidden(packets, (time) =>
    Promise.resolve({ data: time === 0.042 ? hiddenByte : shownByte }),
  );
  expect(shown).toEqual(packetsAt(0, 0.04, 0.08, 0.12, 0.125, 0.16));
});

test("a hidden reference at the time of its picture leaves the picture, also where the rate is uneven", async () => {
  const packets = packetsAt(0, 0.04, 0.08, 0.08, 0.09, 0.13, 0.17);
  expect(await withoutHidden(packets, () => Promise.resolve({ data: hiddenByte }))).toEqual(
    expect.arrayContaining(packetsAt(0.08)),
  );
});
