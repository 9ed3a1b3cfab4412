import { signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import { effect, guardWrite, writingEffect } from "./effect.ts";

const model = signal(0);
function setModel(value: number): void {
  guardWrite("setModel");
  model.value = value;
}

test("an effect that writes the model and does not say so is stopped, and the error says where it began", () => {
  const wish = signal(1);
  expect(() => effect(() => setModel(wish.value))).toThrow(/calls setModel.*writingEffect.*effect\.test\.ts:13/su);
  expect(model.peek()).toBe(0);

  const stop = writingEffect(() => setModel(wish.value));
  wish.value = 2;
  expect(model.peek()).toBe(2);
  stop();
});

test("a reader may begin a writer, which does not make it one; outside of effects everything may write", () => {
  const wish = signal(1);
  const stops: (() => void)[] = [];
  const reader = (): void => {
    stops.push(writingEffect(() => setModel(wish.peek())));
    setModel(5);
  };
  expect(() => effect(reader)).toThrow("calls setModel");
  expect(model.peek()).toBe(1);
  setModel(7);
  expect(model.peek()).toBe(7);
  for (const stop of stops) stop();
});
