import { expect, test } from "vitest";
import { frameAt, secondsOf, unitOfColumn } from "./times.ts";

test("numbers count in the unit of their column, clock times in hours, minutes and seconds", () => {
  expect(secondsOf("12.5", "seconds", 10)).toBe(12.5);
  expect(secondsOf("500", "milliseconds", 10)).toBe(0.5);
  expect(secondsOf("1:02.5", "milliseconds", 10)).toBe(62.5);
  expect(secondsOf("01:00:03,25", "seconds", 10)).toBe(3603.25);
  expect(secondsOf("00:00:02:05", "seconds", 10)).toBe(2.5);
  for (const text of ["", "-1", "soon", "1:75", "2024-01-01T00:00:00Z"]) {
    expect(secondsOf(text, "seconds", 10)).toBeUndefined();
  }
});

test("names of columns tell the unit", () => {
  for (const name of ["timestamp_ms", "time (ms)", "timeMs", "Zeit [Millisekunden]", "time ms"]) {
    expect(unitOfColumn(name), name).toBe("milliseconds");
  }
  expect(unitOfColumn("time [µs]")).toBe("microseconds");
  for (const name of ["time", "items", "timestamp", "Zeit [s]"]) expect(unitOfColumn(name), name).toBe("seconds");
});

test("a time is the frame shown then, whether it was rounded or not", () => {
  for (const fps of [1, 5, 10, 24_000 / 1001, 25, 30_000 / 1001, 60]) {
    for (let frame = 0; frame < 5000; frame += 7) {
      expect(frameAt(frame / fps, fps)).toBe(frame);
      expect(frameAt(Number((frame / fps).toFixed(3)), fps), `${frame} at ${fps}`).toBe(frame);
      expect(frameAt((frame + 0.5) / fps, fps)).toBe(frame);
    }
  }
});
