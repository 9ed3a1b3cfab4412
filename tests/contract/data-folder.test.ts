/** The data folder of a single server: its content, and that only one server can use it. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readConfig } from "../../server/config.ts";
import { serverUrl } from "../../server/main.ts";
import { useCleanUps } from "../support/clean-ups.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const { add: cleanUp, temporaryFolder } = useCleanUps();

async function start(flags: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(flags);
  cleanUp(() => server.close());
  return server;
}

test("the database holds neither passwords nor tokens", async () => {
  const dataFolder = await temporaryFolder();
  const server = await start({ dataFolder });
  await server.createUser("ada1");
  const { token, password } = server;
  await server.close();
  const bytes = Buffer.concat([
    await readFile(join(dataFolder, "wakeline.db")),
    await readFile(join(dataFolder, "wakeline.db-wal")).catch(() => Buffer.alloc(0)),
  ]).toString("latin1");
  expect(bytes).toContain("ada1");
  for (const secret of [token, password, "correct horse"]) expect(bytes.includes(secret)).toBe(false);
});

test("a folder or port that is taken is named", async () => {
  const dataFolder = await temporaryFolder();
  const first = await start({ dataFolder });
  await expect(startTestServer({ dataFolder })).rejects.toThrow(`The data folder ${dataFolder} is in use`);
  const port = Number(new URL(first.url).port);
  const other = await temporaryFolder();
  await expect(startTestServer({ port, dataFolder: other })).rejects.toThrow(`Port ${port} is taken.`);
  // The failed start has released its folder.
  await start({ dataFolder: other });
});

test("an empty database next to files is not a first start: nothing is touched until someone says that it is one", async () => {
  const dataFolder = await temporaryFolder();
  const server = await start({ dataFolder });
  const [folder] = await server.client.call("folder.list", { parentType: "user", parentId: server.userId });
  const target = { parentType: "folder", parentId: folder?._id ?? "", name: "a.txt" } as const;
  await server.client.call("file.create", { ...target, size: 5, body: new TextEncoder().encode("hello") });
  await server.client.call("file.create", { ...target, name: "b.txt", size: 5 });
  await server.close();
  const whole = await readFile(join(dataFolder, "wakeline.db"));
  for (const end of ["", "-wal", "-shm"]) await rm(join(dataFolder, `wakeline.db${end}`), { force: true });

  await expect(startTestServer({ dataFolder })).rejects.toThrow(
    /database of this site is missing.*admin restore.*--new-site/,
  );
  // Restoring the file is all that is needed.
  for (const end of ["", "-wal", "-shm"]) await rm(join(dataFolder, `wakeline.db${end}`), { force: true });
  await writeFile(join(dataFolder, "wakeline.db"), whole);
  const again = await start({ dataFolder });
  expect(again.server.firstStart).toBeUndefined();
  await again.close();

  for (const end of ["", "-wal", "-shm"]) await rm(join(dataFolder, `wakeline.db${end}`), { force: true });
  const begun = await start({ dataFolder, newSite: true });
  expect(begun.server.firstStart?.login).toBe("admin");
});

test("a link leads to where the server of the folder is, else to the address of the site, else to the port that is set", async () => {
  const dataFolder = await temporaryFolder();
  const siteUrl = "https://reef.example.org";
  const configOf = (flags: Parameters<typeof readConfig>[0]) => readConfig({ dataFolder, port: 8123, ...flags }, {});
  expect(serverUrl(configOf({}))).toBe("http://127.0.0.1:8123");
  expect(serverUrl(configOf({ siteUrl }))).toBe(siteUrl);
  const server = await start({ dataFolder });
  expect(serverUrl(configOf({ siteUrl }))).toBe(server.url);
});
