import { expect, test } from "vitest";
import { colorOfType } from "#core/type-colors";
import { commonColor } from "./common-color.ts";

const fish = colorOfType("fish");

test("a type has the color of most datasets, of several the first; a dataset without a stored color counts", () => {
  expect(commonColor("fish", [])).toEqual({ color: fish, other: undefined });
  expect(commonColor("fish", [undefined, fish.toUpperCase()])).toEqual({ color: fish, other: undefined });
  expect(commonColor("fish", ["#00ff00", undefined])).toEqual({ color: "#00ff00", other: fish });
  expect(commonColor("fish", ["#00ff00", undefined, undefined])).toEqual({ color: fish, other: "#00ff00" });
  expect(commonColor("fish", ["#0000ff", "#00ff00", undefined, "#00FF00"])).toEqual({
    color: "#00ff00",
    other: "#0000ff",
  });
});
