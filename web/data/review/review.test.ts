import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../api/client.ts";
import { loadTexts } from "../../base/texts/index.ts";
import { datasetName } from "./dataset-name.ts";
import { filtersIn } from "./question.ts";
import { Review } from "./review.ts";

afterEach(() => void vi.restoreAllMocks());

test("types have the color of their dataset, also those whose names every object has", () => {
  const review = new Review("");
  review.datasets.value = new Map([["a", { typeColors: { fish: "#e599f7" } } as never]]);
  const colorOf = (type: string): string => review.colorOf({ datasetId: "a" } as never, type);
  expect(colorOf("fish")).toBe("#e599f7");
  for (const type of ["constructor", "toString", "crab"]) expect(colorOf(type)).toMatch(/^(#|hsl|rgb)/);
});

test("a dataset is called by its name, cameras by that of their dataset, and others by their place in the list", async () => {
  await loadTexts("review");
  const review = new Review("");
  const rig = { id: "c", camera: "left" };
  review.datasets.value = new Map([
    ["a", { name: "Reef" } as never],
    ["l", { name: "Rig / left", rig } as never],
  ]);
  review.problems.value = [
    { datasetId: "d", problem: "noDataset", name: "Folder" },
    { datasetId: "e", problem: "denied" },
  ];
  const ids = ["a", "b", "c", "d", "e"];
  const names = ids.map((id) => datasetName(review, ids, id));
  expect(names).toEqual(["Reef", "Dataset no. 2", "Rig", "Folder", "Dataset no. 5"]);
});

const turns = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setTimeout(resolve));
};

/** A review whose server answers with one track after another, each when `answer` is called. */
async function setUp() {
  const asked: string[] = [];
  let answer = (): void => undefined;
  vi.spyOn(api, "call").mockImplementation(async (_route: string, args: unknown, options: unknown) => {
    const { body } = args as { body: { types: string[]; counts?: string } };
    const { signal } = options as { signal: AbortSignal };
    if (body.counts === "only") return { entries: [], total: 1000 } as never;
    const trackId = asked.push(body.types.join());
    await new Promise<void>((resolve, reject) => {
      answer = resolve;
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    return { entries: [{ datasetId: "a", trackId, boxes: [] }], next: "next" } as never;
  });
  const page = async (): Promise<void> => {
    answer();
    await turns();
  };
  const review = new Review("");
  const ask = (type: string): void =>
    void review.ask({ ...filtersIn(new URLSearchParams({ type })), datasetIds: ["a"], set: "" }, 1);
  ask("fish");
  await page();
  return { review, ask, asked, page };
}

test("a comparison ends at once when it is stopped, also while it loads tracks, and loads no more", async () => {
  const { review, asked, page } = await setUp();
  const ended = vi.fn();
  void review.sortByLikeness(review.entries.value[0]!).then(ended);
  await page();
  expect([review.likeness.state.value?.isRunning, asked.length]).toEqual([true, 3]);
  review.likeness.stop();
  await turns();
  expect(ended).toHaveBeenCalledWith("stopped");
  expect(review.likeness.state.value).toBeUndefined();
  await page();
  expect([review.entries.value.length, asked.length]).toEqual([3, 3]);
});

test("a comparison that loads tracks loads none of another question", async () => {
  const { review, ask, asked, page } = await setUp();
  const ended = vi.fn();
  void review.sortByLikeness(review.entries.value[0]!).then(ended);
  await page();
  ask("crab");
  await turns();
  expect(ended).toHaveBeenCalledWith("stopped");
  await page();
  expect(asked).toEqual(["fish", "fish", "fish", "crab"]);
  expect(review.entries.value.length).toBe(1);
  await page();
  expect([asked.length, review.isLoading.value, review.likeness.state.value]).toEqual([4, false, undefined]);
});
