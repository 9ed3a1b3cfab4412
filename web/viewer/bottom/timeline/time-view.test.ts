import { expect, test } from "vitest";
import { createTimeView, followed, panned, zoomed } from "./time-view.ts";

const all = { first: 0, last: 1000 };

test("[V-TIMELINE-15] a step of zooming takes 20 percent of the window, about the pointer", () => {
  expect(zoomed(all, 1000, 1, 500)).toEqual({ first: 100, last: 900 });
  expect(zoomed(all, 1000, 1, 0)).toEqual({ first: 0, last: 800 });
  expect(zoomed({ first: 100, last: 900 }, 1000, -1, 500)).toEqual({ first: 20, last: 980 });
  expect(zoomed({ first: 0, last: 900 }, 1000, -1, 450)).toEqual(all);
});

test("[V-TIMELINE-14] a change that would leave a window of 10 frames or less is ignored", () => {
  const small = { first: 50, last: 63 };
  expect(zoomed(small, 1000, 1, 55)).toEqual({ first: 51, last: 61.4 });
  const smaller = { first: 50, last: 62.5 };
  expect(zoomed(smaller, 1000, 1, 55)).toBe(smaller);
  const whole = { first: 0, last: 5 };
  expect(zoomed(whole, 5, 1, 2)).toBe(whole);
});

test("[V-TIMELINE-13] the window grows 200 frames ahead or 100 back, by the side on which the playhead left", () => {
  const window = { first: 300, last: 400 };
  expect(followed(window, 1000, 350)).toBe(window);
  expect(followed(window, 1000, 401)).toEqual({ first: 300, last: 601 });
  expect(followed(window, 1000, 299)).toEqual({ first: 199, last: 400 });
  expect(followed(window, 500, 450)).toEqual({ first: 300, last: 500 });
  expect(followed(window, 1000, 20)).toEqual({ first: 0, last: 400 });
});

test("panning keeps the span and stops at the ends", () => {
  expect(panned({ first: 300, last: 400 }, 1000, 50)).toEqual({ first: 350, last: 450 });
  expect(panned({ first: 300, last: 400 }, 1000, -500)).toEqual({ first: 0, last: 100 });
  expect(panned({ first: 300, last: 400 }, 1000, 5000)).toEqual({ first: 900, last: 1000 });
});

test("a view tells only of changes", () => {
  const view = createTimeView(1000);
  let calls = -1;
  view.window.subscribe(() => (calls += 1));
  view.pan(100);
  view.follow(10);
  expect(calls).toBe(0);
  view.zoom(1, 500);
  expect(calls).toBe(1);
  view.showAll();
  expect(view.window.value).toEqual(all);
});
