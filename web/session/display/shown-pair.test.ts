import { expect, test } from "vitest";
import { confidenceText, shownConfidence, pairToShow } from "./shown-pair.ts";

test("a track is shown under the pair that passes the filter, else under its best", () => {
  const [best, other] = [
    { type: "fish", confidence: 0.9 },
    { type: "crab", confidence: 0.4 },
  ];
  expect(pairToShow({ shown: other, pairs: [best!, other!] })).toBe(other);
  expect(pairToShow({ shown: undefined, pairs: [best!, other!] })).toBe(best);
  expect(pairToShow({ shown: undefined, pairs: [] })).toBeUndefined();
});

test("confidences have 4 decimals; next to a type a full one is not said", () => {
  expect(confidenceText(1)).toBe("1.0000");
  expect(confidenceText(0.34567)).toBe("0.3457");
  expect(shownConfidence({ type: "fish", confidence: 0.34567 })).toBe("0.3457");
  expect(shownConfidence({ type: "fish", confidence: 1 })).toBe("");
  expect(shownConfidence(undefined)).toBe("");
});
