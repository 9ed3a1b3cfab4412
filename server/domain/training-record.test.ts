/** A model's history, which any user with write access to its folder can forge. */
import { expect, test } from "vitest";

import { maxDatasets, readQuality, readTrainingRecord } from "./training-record.ts";

const whole = {
  date: "2026-05-01T10:00:00.000Z",
  by: "ada1",
  configuration: "channel features",
  datasets: [{ id: "0".repeat(24), name: "reef", revision: 3 }],
  datasetCount: 1,
  quality: { averagePrecision: 0.5, loss: 0.01, heldOutPictures: 2 },
};

test("a training is read as it was written, with or without how well it did", () => {
  expect(readTrainingRecord({ training: whole })).toEqual(whole);
  const { quality, ...without } = whole;
  expect(readTrainingRecord({ training: without })).toEqual(without);
  expect(quality.averagePrecision).toBe(0.5);
});

test("nonsense is not read, and long texts are cut", () => {
  const changed = (changes: object) => readTrainingRecord({ training: { ...whole, ...changes } });
  const refused = [
    ...[{ date: "yesterday" }, { by: {} }, { datasets: "reef" }, { datasets: [{ id: 1 }] }, { datasetCount: -1 }],
    ...[{ quality: { averagePrecision: 1.5 } }, { quality: { loss: -1 } }, { quality: "good" }],
  ];
  for (const changes of refused) expect([changes, changed(changes)]).toEqual([changes, undefined]);
  for (const training of [undefined, null, 1, [], "x"]) expect(readTrainingRecord({ training })).toBeUndefined();
  expect(changed({ by: "x".repeat(10_000) })?.by).toHaveLength(300);
  const datasets = Array.from({ length: 5000 }, () => whole.datasets[0]);
  expect(changed({ datasets, datasetCount: 5000 })).toMatchObject({ datasetCount: 5000 });
  expect(changed({ datasets })?.datasets).toHaveLength(maxDatasets);
  expect(changed({ more: "x".repeat(10_000) })).toEqual(whole);
});

test("how well a model does is what its trainer says, if that can be", () => {
  expect(readQuality('{"averagePrecision":0.25,"epochs":3}')).toEqual({ averagePrecision: 0.25 });
  expect(() => readQuality("good")).toThrow("it is not JSON");
  expect(() => readQuality('{"averagePrecision":"very"}')).toThrow("averagePrecision");
});
