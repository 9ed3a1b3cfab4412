/** A revision is counted once however many pages are requested, and failures are not remembered. */
import { expect, test } from "vitest";
import type { AnnotationQuery } from "../../ports/annotation.repository.ts";
import { AnnotationOutlines } from "./annotation-outlines.ts";

const query: AnnotationQuery = { datasetId: "d", setName: "", kind: "track", revision: 3 };

function outlinesOf(ids: readonly number[]) {
  const asked: string[] = [];
  let fails = false;
  const answer = <T>(name: string, { revision }: AnnotationQuery, value: T): Promise<T> => {
    asked.push(`${name} ${revision}`);
    return fails ? Promise.reject(new Error("no database")) : Promise.resolve(value);
  };
  const outlines = new AnnotationOutlines(() => ({
    count: (of) => answer("count", of, ids.length),
    idsAtSteps: (of, step) =>
      answer(
        "ids",
        of,
        ids.filter((_, at) => at % step === 0),
      ),
  }));
  return { outlines, asked, setFailing: (now: boolean) => (fails = now) };
}

test("pages of one revision are counted once and begin at the id before them; another revision is another one", async () => {
  const ids = Array.from({ length: 2500 }, (_, at) => at * 2);
  const { outlines, asked } = outlinesOf(ids);
  for (const offset of [0, 999, 1000, 1001, 2499, 2500, 9000]) {
    expect(await outlines.total(query)).toBe(2500);
    const { firstId = ids[0]!, offset: rest } = await outlines.pageStart(query, offset);
    expect(ids.slice(ids.indexOf(firstId))[rest]).toBe(ids[offset]);
    if (offset >= 1000) expect(rest).toBeLessThan(offset);
  }
  expect(asked).toEqual(["count 3", "ids 3"]);
  await outlines.total({ ...query, revision: 4 });
  expect(asked).toEqual(["count 3", "ids 3", "count 4"]);
});

test("failed requests are repeated", async () => {
  const { outlines, setFailing } = outlinesOf([1, 2, 3]);
  setFailing(true);
  await expect(outlines.total(query)).rejects.toThrow("no database");
  setFailing(false);
  expect(await outlines.total(query)).toBe(3);
});
