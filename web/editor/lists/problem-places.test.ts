import { expect, test } from "vitest";
import type { IssueGroup } from "#core/types";
import { nextProblem, ProblemPlaces, type ProblemPlace } from "./problem-places.ts";

const place = (text: string, rule: ProblemPlace["rule"] = "box-empty") =>
  ({ text, rule, trackId: 0, frame: 0 }) as ProblemPlace;
const [a, b, c] = [place("a"), place("b"), place("a", "track-gap")];

test("problems follow one another in the order of the list, and wrap around", () => {
  const list = [a, b, c];
  expect(nextProblem(list, undefined, 1)).toBe(a);
  expect(nextProblem(list, undefined, -1)).toBe(c);
  expect(nextProblem(list, { place: a, at: 0 }, 1)).toBe(b);
  expect(nextProblem(list, { place: c, at: 2 }, 1)).toBe(a);
  expect(nextProblem(list, { place: a, at: 0 }, -1)).toBe(c);
  expect(nextProblem([], undefined, 1)).toBeUndefined();
});

test("after a problem was fixed, the next one is that which moved up to its place", () => {
  expect(nextProblem([a, c], { place: b, at: 1 }, 1)).toBe(c);
  expect(nextProblem([a, c], { place: b, at: 1 }, -1)).toBe(a);
  // The last of the list was fixed.
  expect(nextProblem([a, b], { place: c, at: 2 }, 1)).toBe(a);
  expect(nextProblem([b, c], { place: a, at: 0 }, -1)).toBe(c);
});

test("a step before the first check waits for its result, and is forgotten if the check stops", () => {
  const went: string[] = [];
  const places = new ProblemPlaces({
    workspace: { core: { hasTrack: () => true } },
    player: { pause: () => went.push("pause"), seek: (frame: number) => went.push(`frame ${frame}`) },
    lists: { selectAndShow: (id: number) => went.push(`track ${id}`) },
    // Only what it uses.
  } as unknown as ConstructorParameters<typeof ProblemPlaces>[0]);
  const found = [{ rule: "box-empty", places: [{ text: "a", trackId: 3, frame: 7 }] }] as unknown as IssueGroup[];
  expect(places.step(1)).toBe(true);
  places.forget();
  places.take(found);
  expect(went).toEqual([]);
  places.forget();
  expect(places.step(1)).toBe(true);
  expect(went).toEqual([]);
  places.take(found);
  expect(went).toEqual(["pause", "track 3", "frame 7"]);
  expect(places.current.value).toMatchObject({ number: 1, of: 1 });
  // Only once.
  places.take(found);
  expect(went).toHaveLength(3);
  places.take([]);
  expect(places.step(-1)).toBe(false);
});
