import { expect, test } from "vitest";
import { cutInMiddle } from "./cut-in-middle.ts";

test("a long name keeps both of its ends, and no character is torn apart", () => {
  expect(cutInMiddle("northern pike", 13)).toBe("northern pike");
  expect(cutInMiddle("northern pike (juvenile)", 13)).toBe("northe…enile)");
  expect(cutInMiddle("unidentified larva 12", 12)).toBe("uniden…va 12");
  expect(cutInMiddle("🧜🏽‍♀️🧜🏽‍♀️🧜🏽‍♀️", 3)).toBe("🧜🏽‍♀️🧜🏽‍♀️🧜🏽‍♀️");
  expect(cutInMiddle("🧜🏽‍♀️🧜🏽‍♀️🧜🏽‍♀️🧜🏽‍♀️", 3)).toBe("🧜🏽‍♀️…🧜🏽‍♀️");
});
