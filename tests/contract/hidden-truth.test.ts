/** Hidden ground truth: accepted tasks on a clone score what people handed in, and nothing tells them so. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { type BodyOf, type RouteId, routeIds, routeOf } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let manager: TestUser;
let ada: TestUser;
let bea: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  manager = await server.createUser("manager1");
  [ada, bea] = [await server.createUser("ada1"), await server.createUser("bea1")];
});
afterAll(() => server.close());

const fish = (id: number, x: number, begin: number, end: number, type = "cod") => ({
  id,
  begin,
  end,
  attributes: {},
  confidencePairs: [[type, 1]],
  features: [begin, end].map((frame) => ({
    frame,
    bounds: [x, 0, x + 40, 40],
    keyframe: true,
    interpolate: frame !== end,
    attributes: {},
  })),
});
const save = (who: TestUser, folderId: string, set: string, upsert: readonly object[]) =>
  who.client.call("annotation.save", { folderId, body: { set, tracks: { upsert, delete: [] } } as never });
const handIn = async (who: TestUser, id: string) =>
  await who.client.call("task.move", { id, body: { move: "handIn", version: 1 } });

/** The time of the answer itself. */
const withoutClock = (text: string): string => text.replaceAll(/"_girderTime":\d+|exported_time[^\n]*/g, "");

const reviewFilters = (): readonly Omit<BodyOf<"review.entries">, "datasetIds">[] => [
  {},
  { attribute: { name: "sex", value: "f" } },
  { author: manager.id },
  { author: ada.id, lastChange: "person" },
  { source: "Run motion" },
  { revision: 1 },
  { rules: ["box-empty", "track-single-frame", "frame-behind-last"], sort: "size" },
];

/** Answers of the read-only routes and of the review to a person, about the dataset and a task. */
async function answersTo(who: TestUser, ids: { dataset: string; task: string }): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const isAsked = (id: RouteId): boolean =>
    routeOf(id).method === "GET" && !/stream|temporary|image$|^system\.check$/.test(id);
  for (const route of routeIds.filter(isAsked)) {
    const { path } = routeOf(route);
    const id = route.startsWith("task.get") ? ids.task : ids.dataset;
    const full = path.replace(/:id\b/, id).replaceAll(/:\w+/g, "0");
    for (const query of [
      `folderId=${id}&datasetId=${id}&parentType=folder&parentId=${id}&trackId=0`,
      `parentType=user&parentId=${who.id}&text=reef&q=reef&types=["folder"]`,
    ]) {
      const reply = await server.fetch(`/api/v1/${full}?${query}`, { token: who.token });
      if (reply.status === 200) answers.set(`${route} ${query}`, withoutClock(await reply.text()));
    }
  }
  for (const filter of reviewFilters()) {
    const page = await who.client.call("review.entries", { body: { datasetIds: [ids.dataset], ...filter } });
    answers.set(`review.entries ${JSON.stringify(filter)}`, JSON.stringify(page));
  }
  return answers;
}

test("people are scored on the frames of accepted tasks of a clone, and no answer to them changes", async () => {
  const id = await createImageDataset(manager.client, "reef", 20);
  const users = [
    { id: manager.id, level: 2 },
    { id: ada.id, level: 1 },
    { id: bea.id, level: 1 },
  ];
  await manager.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const assigned = { datasetIds: [id], assignees: ["ada1", "bea1"], instructions: "Box all fish" };
  const made = await manager.client.call("task.create", {
    body: { ...assigned, ranges: [[0, 14]], overlap: { share: 1, people: 2 } },
  });
  await save(ada, id, "", [fish(0, 10, 0, 14), fish(1, 300, 0, 3)]);
  await save(bea, id, "bea1", [fish(0, 10, 0, 14), fish(1, 100, 5, 9, "eel")]);
  for (const [n, who] of [ada, bea].entries()) await handIn(who, made[n]?._id ?? "");
  const ids = { dataset: id, task: made[0]?._id ?? "" };
  const before = await answersTo(ada, ids);
  expect(before.size).toBeGreaterThan(40);

  const clone = await manager.client.call("dataset.clone", {
    cloneId: id,
    parentFolderId: (await ownFolder(manager))._id,
    name: "reef, truth",
  } as never);
  // The clone begins with what Ada drew.
  const truths = { upsert: [fish(5, 10, 0, 19), fish(6, 500, 10, 12)], delete: [0, 1] };
  await manager.client.call("annotation.save", { folderId: clone._id, body: { tracks: truths } as never });
  const agreement = () => manager.client.call("task.agreement", { id });
  const [truth] = await manager.client.call("task.create", {
    body: {
      datasetIds: [clone._id],
      assignees: ["manager1"],
      instructions: "",
      ranges: [
        [5, 9],
        [18, 19],
      ],
    },
  });
  expect((await agreement()).hidden).toEqual({ rows: [], seen: 0, leftOut: 0 });
  await handIn(manager, truth?._id ?? "");
  await manager.client.call("task.move", { id: truth?._id ?? "", body: { move: "accept", version: 2 } });
  const { hidden } = await agreement();
  // On frames 5 to 9 Ada has the one fish there is, Bea one more. Boxes of either outside these frames do not count.
  expect(
    hidden.rows.map(({ login, type, boxes, truthBoxes, f1 }) => [login, type, boxes, truthBoxes, f1?.toFixed(2)]),
  ).toEqual([
    ["ada1", undefined, 5, 5, "1.00"],
    ["ada1", "cod", 5, 5, "1.00"],
    ["bea1", undefined, 10, 5, "0.67"],
    ["bea1", "cod", 5, 5, "1.00"],
    ["bea1", "eel", 5, 0, "0.00"],
  ]);
  expect([hidden.seen, hidden.leftOut]).toEqual([0, 0]);

  const after = await answersTo(ada, ids);
  expect([...after.keys()]).toEqual([...before.keys()]);
  const changed = [...after].filter(([route, answer]) => answer !== before.get(route)).map(([route]) => route);
  expect(changed).toEqual([]);
  for (const filter of reviewFilters()) {
    const body = { datasetIds: [id, clone._id], ...filter };
    const page = await ada.client.call("review.entries", { body });
    expect(page.problems).toEqual([{ datasetId: clone._id, problem: "denied" }]);
    expect(JSON.stringify({ ...page, problems: [] })).toBe(after.get(`review.entries ${JSON.stringify(filter)}`));
  }
  // The person who may read the truth is not scored on it, and the others cannot ask.
  await manager.client.call("folder.setAccess", {
    id: clone._id,
    access: JSON.stringify({ users: [users[0], { id: bea.id, level: 0 }], groups: [] }),
  });
  const told = (await agreement()).hidden;
  expect([told.seen, [...new Set(told.rows.map(({ login }) => login))]]).toEqual([1, ["ada1"]]);
  expect((await ada.client.call("task.agreement", { id })).hidden).toEqual({ rows: [], seen: 0, leftOut: 0 });
});

async function ownFolder(who: TestUser): Promise<{ _id: string }> {
  const [folder] = await who.client.call("folder.list", { parentType: "user", parentId: who.id });
  return folder!;
}
