/** Files of a storage: through the proxy of the environment, and from the server where the storage does not send a part. */
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

const bytes = "0123456789";
let storage: Server;
let proxy: Server;
let storagePort: number;
let proxyAddress: string;
let knowsRanges: boolean;
/** Hosts that the proxy was asked for. */
const hosts: string[] = [];

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  const answer: RequestListener = (request, response) => {
    const isPart = knowsRanges && request.headers.range !== undefined;
    response.writeHead(isPart ? 206 : 200, { ETag: '"tag"' });
    response.end(isPart ? bytes.slice(4) : bytes);
  };
  storage = createServer(answer);
  storagePort = await portOf(storage);
  proxy = createServer((request, response) => {
    hosts.push(new URL(request.url ?? "").host);
    answer(request, response);
  });
  proxy.on("connect", ({ url = "" }, client: Socket) => {
    hosts.push(url.replace(/:80$/, ""));
    const onward = connect(storagePort, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    onward.on("error", () => client.destroy());
    client.on("error", () => onward.destroy());
  });
  proxyAddress = `http://127.0.0.1:${await portOf(proxy)}`;
});
// The variables are read when the module loads.
beforeEach(() => void vi.resetModules());
afterAll(() => {
  vi.resetModules();
  for (const server of [storage, proxy]) {
    server.close();
    server.closeAllConnections();
  }
});

/** The server's own answers: the address of the file, its facts, and its bytes. */
async function readFrom(host: string): Promise<string> {
  const { mediaFetchOf } = await import("./direct-fetch.ts");
  const fetchFile = async (address: unknown, init?: RequestInit): Promise<Response> => {
    if (String(address).endsWith("/address")) return Response.json({ url: `http://${host}/file`, etag: "tag" });
    return new Response(init?.method === "HEAD" ? null : "from the server", { status: 206, headers: { ETag: "own" } });
  };
  const read = mediaFetchOf({ fetchFile: fetchFile as never }, true);
  const response = await read("http://server/media/1/download", { headers: { Range: "bytes=4-" } });
  return await response.text();
}

test("the proxy of the environment is used", async () => {
  for (const name of ["http_proxy", "HTTP_PROXY"]) vi.stubEnv(name, proxyAddress);
  for (const name of ["no_proxy", "NO_PROXY"]) vi.stubEnv(name, "");
  knowsRanges = true;
  expect(await readFrom("bucket.invalid")).toBe("456789");
  expect(hosts).toEqual(["bucket.invalid"]);
});

test("a storage that sends the whole file for a part is left to the server", async () => {
  knowsRanges = false;
  expect(await readFrom(`127.0.0.1:${storagePort}`)).toBe("from the server");
});
