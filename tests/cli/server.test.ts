/** What happens between the command line and a server: every file of transcripts/server, each with its own user. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import type { TestServer } from "../support/test-server.ts";
import { runTranscript } from "./transcript.ts";

const folder = fileURLToPath(new URL("./transcripts/server/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));

let server: TestServer;
let deadServer: string;
beforeAll(async () => {
  server = await startTestServer({ registrationPolicy: "open" });
  deadServer = await addressOfNobody();
});
afterAll(async () => {
  await server?.close();
});

test("there are transcripts", () => {
  expect(names.length).toBeGreaterThan(0);
});

test.each(names)("%s", async (name) => {
  const login = `user-${name.replaceAll(/[^a-z]/g, "").slice(0, 20)}`;
  const user = await server.createUser(login);
  const { expected, actual } = await runTranscript(folder + name, {
    names: { server: server.url, user: login, password: user.password, token: user.token, deadServer },
    volatile: [[/\b[0-9a-f]{24}\b/g, "{id}"]],
  });
  expect(actual).toBe(expected);
});

/** An address where a server was a moment ago, and is no more. */
async function addressOfNobody(): Promise<string> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return `http://127.0.0.1:${port}`;
}
