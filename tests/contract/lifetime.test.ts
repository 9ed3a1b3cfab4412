/** Starting, stopping and starting again. */

import { expect, test } from "vitest";

import { useCleanUps } from "../support/clean-ups.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const { add: cleanUp, temporaryFolder } = useCleanUps();

async function start(flags: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(flags);
  cleanUp(() => server.close());
  return server;
}

test("acknowledged changes survive a restart, and only the first start makes an administrator", async () => {
  const dataFolder = await temporaryFolder();
  const first = await start({ dataFolder });
  expect(first.server.firstStart?.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  const [folder] = await first.client.call("folder.list", { parentType: "user", parentId: first.userId });
  const body = new TextEncoder().encode("hello");
  await first.client.call("file.create", {
    parentType: "folder",
    parentId: folder?._id ?? "",
    name: "a.txt",
    size: 5,
    body,
  });
  const { token } = first;
  await first.close();

  const second = await start({ dataFolder });
  expect(second.server.firstStart).toBeUndefined();
  // The previous session continues.
  expect(await (await second.fetch("/api/v1/user/me", { token })).json()).toMatchObject({ login: "admin" });
  const [item] = await second.client.call("item.list", { folderId: folder?._id ?? "" });
  expect(await (await second.fetch(`/api/v1/item/${item?._id}/download`)).text()).toBe("hello");
});

test("a first start that was broken off begins again: no one had seen its password", async () => {
  const other = await start({});
  const dataFolder = await temporaryFolder();
  const port = Number(new URL(other.url).port);
  await expect(start({ dataFolder, port, sampleData: true })).rejects.toThrow(`Port ${port} is taken`);

  const again = await start({ dataFolder, sampleData: true });
  expect(again.server.firstStart?.login).toBe("admin");
  const user = await again.client.call("user.me", {});
  expect(user).toMatchObject({ admin: true, login: "admin" });
  const datasets = await again.client.call("dataset.list", {});
  expect(datasets.map(({ name }) => name).toSorted()).toEqual(["Sample: harbour images", "Sample: harbour video"]);
  await again.close();

  const later = await start({ dataFolder });
  expect(later.server.firstStart).toBeUndefined();
});

test("a stop ends streams, waits for answers, and does not wait for stuck clients", async () => {
  const server = await start({ limits: { stopTimeoutMs: 300 } });
  const stream = await server.fetch("/api/v1/notification/stream?since=0&timeout=300");
  const ended = stream.text();
  const { promise: never } = Promise.withResolvers<never>();
  const stuck = new ReadableStream({ pull: () => never });
  const started = await server.fetch(
    `/api/v1/file?parentType=folder&parentId=${await firstFolder(server)}&name=a&size=5`,
    { method: "POST" },
  );
  const { _id } = (await started.json()) as { _id: string };
  const init = { method: "POST", body: stuck, duplex: "half" } as RequestInit;
  const hanging = server.fetch(`/api/v1/file/chunk?uploadId=${_id}&offset=0`, init).then(
    () => "answered",
    () => "broken off",
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = performance.now();
  await server.close();
  expect(performance.now() - before).toBeLessThan(3000);
  expect(await hanging).toBe("broken off");
  expect(await ended).toContain(":");
});

async function firstFolder(server: TestServer): Promise<string> {
  const [folder] = await server.client.call("folder.list", { parentType: "user", parentId: server.userId });
  return folder?._id ?? "";
}
