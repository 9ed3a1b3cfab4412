/** The order in which thumbnails are fetched. */
import { expect, test } from "vitest";

import { queueThumbnail } from "../../web/data/browser/thumbnail-turns.ts";

test("three small pictures at a time; a row that goes gives its turn away, begun or not", () => {
  const begun: string[] = [];
  const [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map((name) => queueThumbnail(() => void begun.push(name)));
  expect(begun.join("")).toBe("abc");
  b?.();
  b?.();
  expect(begun.join("")).toBe("abcd");
  e?.();
  a?.();
  expect(begun.join("")).toBe("abcdf");
  for (const end of [c, d, f]) end?.();
  const again = queueThumbnail(() => void begun.push("g"));
  expect(begun.join("")).toBe("abcdfg");
  again();
});
