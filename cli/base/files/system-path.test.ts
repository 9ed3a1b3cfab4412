import { expect, test } from "vitest";
import { pathFromBytes, systemPath } from "./system-path.ts";

const bytesOf = (path: string): Buffer => Buffer.from(systemPath(path));

test.each([
  ["UTF-8", Buffer.from("Fänge 🐟/a.csv")],
  ["Latin 1", Buffer.from("Fänge/a.csv", "latin1")],
  ["a character that is cut off", Buffer.from([0x61, 0xf0, 0x9f, 0x90])],
  ["bytes that only look like the stand-ins", Buffer.from([0xed, 0xb3, 0xbf])],
  ["a byte order mark", Buffer.from("\ufeffa")],
  ["every byte", Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1))],
])("%s comes back byte for byte", (_, bytes) => {
  expect(bytesOf(pathFromBytes(bytes)).equals(bytes)).toBe(true);
});

test("UTF-8 becomes its text", () => {
  expect(pathFromBytes(Buffer.from("Fänge 🐟"))).toBe("Fänge 🐟");
  expect(systemPath("Fänge 🐟")).toBe("Fänge 🐟");
});
