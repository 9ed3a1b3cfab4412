import { EncodedPacket } from "mediabunny";
import { expect, test } from "vitest";
import { isDisposable, nalLengthBytes } from "./disposable-packet.ts";

/** NAL units with these first bytes and sizes, each after its length in four bytes. */
function packetOf(units: readonly (readonly [header: number, size: number])[], type: "key" | "delta" = "delta") {
  const bytes = units.flatMap(([header, size]) => [0, 0, size >> 8, size & 255, header, ...Array<number>(size - 1)]);
  return new EncodedPacket(Uint8Array.from(bytes), type, 0, 1);
}

const slice = 1;
const sei = 6;
const pictureParameters = 8;
const reference = 1 << 5;

test("a packet is disposable when nothing is predicted from any part of it", () => {
  expect(isDisposable(packetOf([[slice, 300]]), 4)).toBe(true);
  expect(
    isDisposable(
      packetOf([
        [sei, 3],
        [slice, 300],
        [slice, 9],
      ]),
      4,
    ),
  ).toBe(true);
  expect(isDisposable(packetOf([[reference | slice, 300]]), 4)).toBe(false);
  // The second field of a picture.
  expect(
    isDisposable(
      packetOf([
        [slice, 9],
        [reference | slice, 9],
      ]),
      4,
    ),
  ).toBe(false);
  expect(
    isDisposable(
      packetOf([
        [reference | pictureParameters, 4],
        [slice, 9],
      ]),
      4,
    ),
  ).toBe(false);
});

test("what is not known to be disposable is not", () => {
  expect(isDisposable(packetOf([[slice, 9]], "key"), 4)).toBe(false);
  expect(isDisposable(packetOf([[slice, 9]]), undefined)).toBe(false);
  const { data } = packetOf([[slice, 9]]);
  expect(isDisposable(new EncodedPacket(data.subarray(0, -1), "delta", 0, 1), 4)).toBe(false);
  expect(isDisposable(new EncodedPacket(new Uint8Array(3), "delta", 0, 1), 4)).toBe(false);
});

test("how long lengths are is what the configuration says, of H.264 with a configuration", () => {
  const description = Uint8Array.of(1, 0x64, 0, 0x34, 0xff, 0xe1);
  expect(nalLengthBytes({ codec: "avc1.640034", description })).toBe(4);
  expect(nalLengthBytes({ codec: "avc1.640034", description: Uint8Array.of(1, 0x64, 0, 0x34, 0xfd).buffer })).toBe(2);
  // Without a configuration, start codes separate the units.
  expect(nalLengthBytes({ codec: "avc1.640034" })).toBeUndefined();
  expect(nalLengthBytes({ codec: "hvc1.1.6.L93.B0", description })).toBeUndefined();
});
