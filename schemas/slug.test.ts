import { expect, test } from "vitest";
import { slugify } from "./slug.ts";

test.each([
  ["My Data Set.csv", "my-data-set.csv"],
  ["A  b_c-d(1)[x].zip", "a-b_c-d1x.zip"],
  ["t🤢ø三好Дظ.csv", "t.csv"],
  ["Café – Ñandú.json", "cafe-nandu.json"],
  ['a/b\\c"d\r\n.csv', "abcd-.csv"],
])("the slug of %j is %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
