/** Tasks: creating, listing and moving them, concurrent moves by two users, and that they grant no rights. */
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiClient, ApiError } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
const people = {} as Record<"manager" | "ada" | "bea" | "rita" | "reader", { id: string; client: ApiClient }>;
beforeAll(async () => {
  server = await startTestServer();
  const logins = {
    manager: "task-manager",
    ada: "task-ada",
    bea: "task-bea",
    rita: "task-rita",
    reader: "task-reader",
  };
  for (const [name, login] of Object.entries(logins)) {
    people[name as keyof typeof people] = await server.createUser(login);
  }
});
afterAll(() => server.close());

async function sharedDataset(name: string, frames = 6): Promise<string> {
  const id = await createImageDataset(people.manager.client, name, frames);
  const level = { manager: 2, ada: 1, bea: 1, rita: 1, reader: 0 } as const;
  const users = Object.entries(level).map(([who, l]) => ({ id: people[who as keyof typeof level].id, level: l }));
  await people.manager.client.call("folder.setAccess", {
    id,
    access: JSON.stringify({ users, groups: [] }),
    public: false,
  });
  return id;
}

const basics = { assignees: ["task-ada"], instructions: "Box all fish" };
const failureOf = async (call: Promise<unknown>): Promise<{ status: number; message: string; extra?: unknown }> => {
  try {
    await call;
  } catch (error) {
    return error as { status: number; message: string };
  }
  throw new Error("the call succeeded");
};

test("a task goes from hand to hand: started, handed in, sent back with a reason, handed in and accepted", async () => {
  const { manager, ada, rita, bea } = people;
  const id = await sharedDataset("relay");
  const about = {
    types: ["cod"],
    attributes: ["sex"],
    rules: ["box-empty"],
    due: "2026-12-24",
    priority: "high" as const,
  };
  const [made] = await manager.client.call("task.create", {
    body: { datasetIds: [id], ...basics, ...about, reviewer: "task-rita" },
  });
  expect(made).toMatchObject({
    datasetName: "relay",
    ranges: [],
    instructions: "Box all fish",
    ...about,
    state: "toDo",
    version: 1,
    assignee: { login: "task-ada" },
    reviewer: { login: "task-rita" },
    createdBy: "task-manager",
    history: [],
  });
  const taskId = made?._id ?? "";
  const move = (who: ApiClient, body: NonNullable<Parameters<typeof who.call<"task.move">>[1]["body"]>) =>
    who.call("task.move", { id: taskId, body });
  await move(ada.client, { move: "start", version: 1 });
  await ada.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [fish(0)], delete: [] }, groups: { upsert: [], delete: [] } },
  });
  expect(await failureOf(move(ada.client, { move: "handIn", version: 2 }))).toMatchObject({
    status: 400,
    code: "task-incomplete",
    reply: { extra: [{ kind: "attribute", name: "sex", count: 1, trackId: 0, frame: 0 }] },
    message:
      "The task is not complete: sex is missing 1 time (first: track 0 on frame 0). Complete it, or hand it in anyway.",
  });
  const text = "The last frame is dark.";
  const handedIn = await move(ada.client, { move: "handIn", version: 2, anyway: true, text });
  expect(handedIn.history[1]?.missing).toEqual([{ kind: "attribute", name: "sex", count: 1, trackId: 0, frame: 0 }]);
  expect(handedIn.history.map(({ state, byLogin, revision, text }) => ({ state, byLogin, revision, text }))).toEqual([
    { state: "inWork", byLogin: "task-ada", revision: 0, text: undefined },
    { state: "inReview", byLogin: "task-ada", revision: 1, text: "The last frame is dark." },
  ]);

  expect((await failureOf(move(ada.client, { move: "accept", version: 3 }))).status).toBe(403);
  expect((await failureOf(move(bea.client, { move: "accept", version: 3 }))).message).toContain("someone else");
  expect((await failureOf(move(rita.client, { move: "sendBack", version: 3 }))).message).toContain("what is missing");
  const back = await move(rita.client, { move: "sendBack", version: 3, text: "Frame 2", assignee: "task-bea" });
  expect(back).toMatchObject({ state: "sentBack", assignee: { login: "task-bea" } });
  expect((await failureOf(ada.client.call("task.get", { id: taskId }))).status).toBe(403);
  await move(bea.client, { move: "handIn", version: 4, anyway: true });
  const done = await move(rita.client, { move: "accept", version: 5, fixed: true, text: "Moved one box" });
  expect(done).toMatchObject({ state: "accepted", version: 6 });
  expect(done.history.at(-1)).toMatchObject({ fixed: true, text: "Moved one box", revision: 1 });

  expect((await bea.client.call("task.list", {})).tasks.map(({ _id }) => _id)).not.toContain(taskId);
  expect((await bea.client.call("task.list", { all: true })).tasks.map(({ _id }) => _id)).toContain(taskId);
  const told = (await bea.client.call("notification.list", {})).filter(({ type }) => type === "task_changed");
  expect(told.map(({ data }) => (data as { state: string }).state)).toEqual(["sentBack", "accepted"]);
});

const fish = (track: number, type = "cod", begin = 0, end = 2) => ({
  id: track,
  begin,
  end,
  attributes: {},
  confidencePairs: [[type, 1]] as [string, number][],
  features: [begin, end].map((frame) => ({
    frame,
    bounds: [1, 2, 3, 4] as [number, number, number, number],
    keyframe: true,
    attributes: {},
  })),
});

test("a task's requirements are judged in its frames and its stored set, as in the viewer", async () => {
  const { manager, ada } = people;
  const id = await sharedDataset("judged");
  const speed = { key: "detection_speed", name: "speed", belongs: "detection", datatype: "number" } as const;
  await manager.client.call("dataset.updateAttributes", { id, body: { upsert: [speed], delete: [] } });
  const [made] = await manager.client.call("task.create", {
    body: {
      datasetIds: [id],
      ...basics,
      set: "second",
      ranges: [[4, 5]],
      types: ["cod"],
      attributes: ["speed"],
      rules: ["track-single-frame", "frame-behind-last"],
    },
  });
  const taskId = made?._id ?? "";
  const save = (set: string, upsert: readonly object[]) =>
    ada.client.call("annotation.save", {
      folderId: id,
      body: { set, tracks: { upsert, delete: [] }, groups: { upsert: [], delete: [] } } as never,
    });
  const handIn = () => ada.client.call("task.move", { id: taskId, body: { move: "handIn", version: 1 } });
  // More places than the viewer lists come before those in the frames of the task; none of the default set count.
  const single = (track: number, frame: number, type = "ling") => fish(track, type, frame, frame);
  await save("", [fish(3, "cod", 4, 5)]);
  await save("second", [
    ...Array.from({ length: 600 }, (_, n) => single(n, n % 4)),
    single(700, 4),
    fish(701, "cod", 3, 5),
  ]);
  expect((await failureOf(handIn())).message).toContain(
    "speed is missing 1 time (first: track 701 on frame 5); the rule track-single-frame is broken 1 time (first: track 700 on frame 4)",
  );
  const speedy = {
    ...fish(701, "cod", 3, 5),
    features: fish(701, "cod", 3, 5).features.map((one) => ({ ...one, attributes: { speed: 0 } })),
  };
  await save("second", [speedy, fish(700, "ling", 4, 5), fish(702, "ling", 4, 2000)]);
  expect((await failureOf(handIn())).message).toContain(
    "the rule frame-behind-last is broken 1 time (first: track 702 on frame 5)",
  );
  // A value that is only the assignee's own counts as well.
  const own = {
    ...speedy,
    features: speedy.features.map((one) => ({ ...one, attributes: { userAttributes: { "task-ada": { speed: 2 } } } })),
  };
  await save("second", [own, fish(702, "ling", 4, 5)]);
  const done = await handIn();
  expect(done.state).toBe("inReview");
  expect(done.history[0]).not.toHaveProperty("missing");
});

test("changes saved while a task is judged are judged as well", async () => {
  const { manager, ada } = people;
  const id = await sharedDataset("judged while saved");
  const [made] = await manager.client.call("task.create", {
    body: { datasetIds: [id], ...basics, attributes: ["sex"] },
  });
  const save = (track: number) =>
    ada.client.call("annotation.save", {
      folderId: id,
      body: { tracks: { upsert: [fish(track)], delete: [] }, groups: { upsert: [], delete: [] } },
    });
  const [handedIn, saved] = await Promise.allSettled([
    ada.client.call("task.move", { id: made?._id ?? "", body: { move: "handIn", version: 1 } }),
    save(0),
  ]);
  expect(saved.status).toBe("fulfilled");
  const task = await manager.client.call("task.get", { id: made?._id ?? "" });
  // Either the hand-in came first, and knows of no track, or it was refused.
  if (handedIn.status === "fulfilled") expect(task.history[0]?.revision).toBe(0);
  else expect(task.history).toEqual([]);
});

test("if two people act at once, one wins, and the other gets the current task", async () => {
  const { manager, rita } = people;
  for (let round = 0; round < 5; round++) {
    const id = await sharedDataset(`race ${round}`);
    const [made] = await manager.client.call("task.create", {
      body: { datasetIds: [id], ...basics, reviewer: "task-rita" },
    });
    const taskId = made?._id ?? "";
    await manager.client.call("task.move", { id: taskId, body: { move: "handIn", version: 1 } });
    const both = await Promise.allSettled([
      rita.client.call("task.move", { id: taskId, body: { move: "accept", version: 2 } }),
      manager.client.call("task.move", { id: taskId, body: { move: "sendBack", version: 2, text: "No" } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = both.find((each) => each.status === "rejected")?.reason as ApiError;
    expect(lost).toMatchObject({ status: 409, message: expect.stringContaining("in the meantime") as string });
    expect(lost.reply?.extra).toMatchObject({ _id: taskId, version: 3 });
    const now = await manager.client.call("task.get", { id: taskId });
    expect(now).toMatchObject({ version: 3, history: { length: 2 } });
  }
});

test("frames are split among people, and shared pieces go into a set of each further person", async () => {
  const { manager } = people;
  const id = await sharedDataset("split", 10);
  const made = await manager.client.call("task.create", {
    body: {
      datasetIds: [id],
      instructions: "",
      assignees: ["task-ada", "task-bea"],
      framesPerTask: 4,
      overlap: { share: 0.5, people: 2 },
    },
  });
  expect(made.map(({ ranges, assignee, set }) => [ranges[0], assignee.login, set])).toEqual([
    [[0, 3], "task-ada", undefined],
    [[4, 7], "task-bea", undefined],
    [[4, 7], "task-ada", "task-ada"],
    [[8, 9], "task-bea", undefined],
  ]);
  const told = (await people.ada.client.call("notification.list", {})).filter(({ type }) => type === "tasks_assigned");
  expect(told.at(-1)?.data).toMatchObject({ count: 2, byLogin: "task-manager" });
  const late = await failureOf(
    manager.client.call("task.create", { body: { datasetIds: [id], ...basics, ranges: [[5, 10]] } }),
  );
  expect(late.message).toContain("frames 0 to 9 only");
});

test("a task gives no rights: people who may not write the dataset get none, and lose sight of theirs", async () => {
  const { manager, ada, reader } = people;
  const [id, other] = [await sharedDataset("closed"), await sharedDataset("closed too")];
  const given = (body: object) =>
    manager.client.call("task.create", { body: { datasetIds: [id, other], ...basics, ...body } });
  expect((await failureOf(given({ assignees: ["task-reader"] }))).message).toContain(
    "task-reader may not write closed, closed too",
  );
  expect((await failureOf(given({ assignees: ["task-none"] }))).message).toContain("no account task-none");
  expect((await failureOf(given({ rules: ["box-gone"] }))).message).toContain("There is no rule box-gone");
  expect((await failureOf(given({ reviewer: "task-ada" }))).message).toContain("reviewer is the person");
  const denied = ada.client.call("task.create", { body: { datasetIds: [id], ...basics } });
  expect((await failureOf(denied)).status).toBe(403);
  // Whatever else is wrong: rights come first.
  const wrong = { ...basics, rules: ["box-gone"], assignees: [] };
  const alsoWrong = ada.client.call("task.create", { body: { datasetIds: [id], ...wrong } });
  expect((await failureOf(alsoWrong)).status).toBe(403);
  // All or none.
  const folder = { id, all: true };
  expect((await manager.client.call("task.ofFolder", folder)).tasks).toEqual([]);

  const [made] = await given({});
  expect((await reader.client.call("task.ofFolder", folder)).tasks).toEqual([]);
  expect((await ada.client.call("task.ofFolder", folder)).tasks).toHaveLength(1);
  const taskId = made?._id ?? "";
  const users = [{ id: people.manager.id, level: 2 }];
  await manager.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  const mine = await ada.client.call("task.list", {});
  expect(mine.tasks.map(({ _id }) => _id)).not.toContain(taskId);
  expect(mine.withoutAccess).toBe(1);
  expect((await failureOf(ada.client.call("task.get", { id: taskId }))).status).toBe(403);
  const start = ada.client.call("task.move", { id: taskId, body: { move: "start", version: 1 } });
  expect((await failureOf(start)).status).toBe(403);
});

test("a task whose people may no longer write the dataset is marked for those who manage it", async () => {
  const { manager, ada, rita } = people;
  const id = await sharedDataset("stalled");
  const bert = await server.createUser("task-bert");
  const shareWith = async (users: readonly { id: string }[]) => {
    const access = { users: users.map((user) => ({ id: user.id, level: 1 })), groups: [] };
    access.users.push({ id: manager.id, level: 2 });
    await manager.client.call("folder.setAccess", { id, access: JSON.stringify(access), public: false });
  };
  await shareWith([ada, rita, bert]);
  const ask = async (assignee: string) => {
    const body = { datasetIds: [id], ...basics, assignees: [assignee], reviewer: "task-rita" };
    await manager.client.call("task.create", { body });
  };
  await ask("task-ada");
  await ask("task-bert");
  const stalled = async () => {
    const { tasks } = await manager.client.call("task.ofFolder", { id });
    return Object.fromEntries(tasks.map(({ assignee, withoutRights }) => [assignee.login, withoutRights]));
  };
  expect(await stalled()).toEqual({ "task-ada": undefined, "task-bert": undefined });
  await server.client.call("user.delete", { id: bert.id });
  await shareWith([ada]);
  expect(await stalled()).toEqual({ "task-ada": ["task-rita"], "task-bert": ["task-bert", "task-rita"] });
  await shareWith([ada, rita]);
  expect(await stalled()).toEqual({ "task-ada": undefined, "task-bert": ["task-bert"] });
});

test("managers change what is asked; a copy and a clone have no tasks, and a deleted dataset takes its own along", async () => {
  const { manager, ada } = people;
  const id = await sharedDataset("changed");
  const [made] = await manager.client.call("task.create", {
    body: { datasetIds: [id], ...basics, reviewer: "task-rita", due: "2026-12-24" },
  });
  const taskId = made?._id ?? "";
  const body = { version: 1, assignee: "task-bea", reviewer: "", due: "", priority: "low" as const, ranges: [[1, 2]] };
  const changed = await manager.client.call("task.update", { id: taskId, body });
  expect(changed).toMatchObject({ assignee: { login: "task-bea" }, priority: "low", version: 2, ranges: [[1, 2]] });
  expect(changed).not.toHaveProperty("reviewer");
  expect(changed).not.toHaveProperty("due");
  expect((await failureOf(manager.client.call("task.update", { id: taskId, body }))).status).toBe(409);
  expect((await failureOf(ada.client.call("task.update", { id: taskId, body }))).status).toBe(403);

  const folders = await manager.client.call("folder.list", { parentType: "user", parentId: manager.id });
  const clone = await manager.client.call("dataset.clone", {
    cloneId: id,
    parentFolderId: folders[0]?._id ?? "",
    name: "clone of changed",
  });
  const copy = await manager.client.call("folder.copy", { id });
  for (const { _id } of [clone, copy]) {
    expect((await manager.client.call("task.ofFolder", { id: _id, all: true })).total).toBe(0);
  }
  await manager.client.call("folder.delete", { id });
  expect((await failureOf(manager.client.call("task.get", { id: taskId }))).status).toBeGreaterThanOrEqual(400);
});

test("the overview counts the tracks in the frames of each task, and people see their own rows only", async () => {
  const { manager, ada, bea } = people;
  const id = await sharedDataset("counted", 10);
  const upsert = [fish(0, "cod", 0, 2), fish(1, "cod", 4, 6), fish(2, "ling", 3, 9)];
  await ada.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert, delete: [] }, groups: { upsert: [], delete: [] } },
  });
  await manager.client.call("task.create", {
    body: { datasetIds: [id], instructions: "", assignees: ["task-ada", "task-bea"], framesPerTask: 5 },
  });
  const rows = await manager.client.call("task.overview", { id });
  expect(rows.map(({ assigneeLogin, type, objects, frames }) => [assigneeLogin, type, objects, frames])).toEqual([
    ["task-ada", undefined, 3, 6],
    ["task-ada", "cod", 2, 4],
    ["task-ada", "ling", 1, 2],
    ["task-bea", undefined, 2, 7],
    ["task-bea", "cod", 1, 2],
    ["task-bea", "ling", 1, 5],
  ]);
  const own = await bea.client.call("task.overview", { id });
  expect(new Set(own.map(({ assigneeLogin }) => assigneeLogin))).toEqual(new Set(["task-bea"]));

  const set = (value: boolean) =>
    server.client.call("system.setSetting", { key: "taskOverview", value: String(value) } as never);
  await set(false);
  const off = await failureOf(manager.client.call("task.overview", { id }));
  expect(off).toMatchObject({ status: 403, message: expect.stringContaining("turned off the overview") as string });
  await set(true);
  expect(await manager.client.call("task.overview", { id })).toHaveLength(6);
});

test("work is counted by person, day, task and type; people see their own, and a site can switch it off", async () => {
  const { manager, ada, bea } = people;
  const id = await sharedDataset("worked", 10);
  await manager.client.call("task.create", {
    body: {
      datasetIds: [id],
      instructions: "",
      assignees: ["task-ada"],
      ranges: [[0, 4]],
    },
  });
  const save = (who: ApiClient, upsert: readonly object[], activeMs: number, gone: readonly number[] = []) =>
    who.call("annotation.save", {
      folderId: id,
      body: { activeMs, tracks: { upsert, delete: gone } } as never,
    });
  await save(ada.client, [fish(0, "cod", 0, 2), fish(1, "ling", 3, 9)], 60_000);
  await save(ada.client, [fish(0, "cod", 0, 3)], 30_000);
  await save(ada.client, [fish(2, "eel", 7, 9)], 5000);
  await save(bea.client, [], 12_000, [1]);
  // A client that does not measure time.
  await manager.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [fish(3)], delete: [] } },
  });
  const workOf = async (who: ApiClient) =>
    (await who.call("task.work", { id })).map(({ login, taskId, type, activeSeconds, objects, frames }) => [
      ...[login, taskId !== undefined, type, activeSeconds, objects, frames],
    ]);
  const adas = [
    ["task-ada", true, "cod", 60, 1, 4],
    ["task-ada", false, "eel", 5, 1, 3],
    ["task-ada", true, "ling", 30, 1, 2],
  ];
  const beas = [["task-bea", false, "ling", 12, 1, 7]];
  expect(await workOf(manager.client)).toEqual([...adas, ...beas, ["task-manager", false, "cod", 0, 1, 3]]);
  expect(await workOf(ada.client)).toEqual(adas);
  expect(await workOf(bea.client)).toEqual(beas);
  expect(
    await manager.client.call("task.work", {
      id,
      from: "2001-01-01",
      to: "2001-01-31",
    }),
  ).toEqual([]);
  for (const days of [{ from: "yesterday" }, { from: "2030-01-02", to: "2030-01-01" }]) {
    expect(await failureOf(manager.client.call("task.work", { id, ...days }))).toMatchObject({ status: 400 });
  }

  const set = (value: boolean) =>
    server.client.call("system.setSetting", {
      key: "taskOverview",
      value: String(value),
    } as never);
  await set(false);
  const off = await failureOf(ada.client.call("task.work", { id }));
  expect(off).toMatchObject({
    status: 403,
    message: expect.stringContaining("turned off the overview") as string,
  });
  // Nor is it recorded.
  await save(ada.client, [fish(4, "crab", 0, 0)], 60_000);
  await set(true);
  expect((await workOf(ada.client)).filter(([, , type]) => type === "crab")).toEqual([
    ["task-ada", true, "crab", 0, 1, 1],
  ]);
});

test("a dataset of several cameras is split by its frames, and counted over its cameras", async () => {
  const { manager } = people;
  const { id, cameras } = await createMultiCamDataset(manager.client, {
    name: "pair of tasks",
    cameras: [{ name: "left" }, { name: "right" }],
  });
  for (const camera of Object.values(cameras)) {
    await manager.client.call("annotation.save", {
      folderId: camera,
      body: { tracks: { upsert: [fish(0, "cod", 0, 1)], delete: [] }, groups: { upsert: [], delete: [] } },
    });
  }
  const made = await manager.client.call("task.create", {
    body: { datasetIds: [id], instructions: "", assignees: ["task-manager"], framesPerTask: 2, set: "default" },
  });
  expect(made.map(({ ranges, set }) => [ranges, set])).toEqual([
    [[[0, 1]], undefined],
    [[[2, 3]], undefined],
  ]);
  const rows = await manager.client.call("task.overview", { id });
  expect(rows.map(({ type, objects, frames }) => [type, objects, frames])).toEqual([
    [undefined, 2, 4],
    ["cod", 2, 4],
    [undefined, 0, 0],
  ]);
  const body = { move: "handIn", version: 1 } as const;
  const moved = await manager.client.call("task.move", { id: made[0]?._id ?? "", body });
  expect(moved.history[0]).not.toHaveProperty("revision");
});

test("agreement is measured between people on the same frames, as handed in, and only for those who administrate", async () => {
  const { manager, ada, bea } = people;
  const id = await sharedDataset("agreed");
  const made = await manager.client.call("task.create", {
    body: {
      datasetIds: [id],
      instructions: "",
      assignees: ["task-ada", "task-bea"],
      ranges: [[0, 3]],
      overlap: { share: 1, people: 2 },
    },
  });
  const save = (who: ApiClient, set: string, upsert: readonly object[]) =>
    who.call("annotation.save", { folderId: id, body: { set, tracks: { upsert, delete: [] } } as never });
  const kind = (track: object, sex: string) => ({ ...track, attributes: { sex } });
  // The same cod, another opinion on its sex; the ling is seen by one of them only; past the frames nothing counts.
  await save(ada.client, "", [kind(fish(0), "f"), fish(1, "ling", 3, 3), fish(2, "eel", 5, 5)]);
  await save(bea.client, "task-bea", [kind(fish(7), "m")]);
  const handIn = (n: number) =>
    manager.client.call("task.move", { id: made[n]?._id ?? "", body: { move: "handIn", version: 1 } });
  await handIn(0);
  const hidden = { rows: [], seen: 0, leftOut: 0 };
  const nothing = { rows: [], frames: [], framesLeftOut: 0, waiting: 0, leftOut: 0, hidden };
  expect(await manager.client.call("task.agreement", { id })).toEqual({ ...nothing, waiting: 1 });
  await handIn(1);
  // Later saves are not part of the handed-in work.
  await save(bea.client, "task-bea", [fish(8, "ling", 0, 3)]);
  const { rows, frames, waiting } = await manager.client.call("task.agreement", { id });
  expect(waiting).toBe(0);
  const found = rows.map(({ login, other, type, boxes, otherBoxes, f1, hota, sameValues, comparedValues }) => [
    ...[login, other, type, boxes, otherBoxes, f1?.toFixed(3), hota?.toFixed(3), sameValues, comparedValues],
  ]);
  const one = "1.000";
  expect(found).toEqual([
    ["task-ada", "task-bea", undefined, 3, 2, "0.800", expect.any(String), 0, 1],
    ["task-ada", "task-bea", "cod", 2, 2, one, one, 0, 1],
    ["task-ada", "task-bea", "ling", 1, 0, "0.000", "0.000", 0, 0],
    ["task-bea", "task-ada", undefined, 2, 3, "0.800", expect.any(String), 0, 1],
    ["task-bea", "task-ada", "cod", 2, 2, one, one, 0, 1],
    ["task-bea", "task-ada", "ling", 0, 1, "0.000", "0.000", 0, 0],
  ]);
  expect(rows[1]?.meanIou).toBe(1);
  const between = { datasetId: id, datasetName: "agreed", login: "task-ada", other: "task-bea", otherSet: "task-bea" };
  expect(frames).toEqual([{ ...between, frame: 3, missed: 0, extra: 1, otherType: 0 }]);
  expect(await ada.client.call("task.agreement", { id })).toEqual(nothing);
});
