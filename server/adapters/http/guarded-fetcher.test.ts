/**
 * Requests that are allowed, and requests that are refused whatever the address, its host name or a redirect say.
 * Loopback addresses stand in for the internet.
 */
import { createServer, type RequestListener, type Server } from "node:http";

import { afterEach, beforeEach, expect, test } from "vitest";

import { guardedFetcher } from "./guarded-fetcher.ts";

/** Addresses of this machine: one acts as the internet, one as the network that must not be reached. */
const publicHost = "127.0.0.2";
const privateHost = "127.0.0.1";
const limits = { maxBytes: 1000, timeoutMs: 5000 };

let open: Server[] = [];
let reached: string[] = [];
beforeEach(() => {
  reached = [];
});
afterEach(async () => {
  for (const server of open) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  open = [];
});

/** @returns its port */
async function listen(host: string, answer: RequestListener, port = 0): Promise<number> {
  const server = createServer((request, response) => {
    reached.push(`${host}${request.url}`);
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as { port: number }).port;
}

const fetcherTo = (...answers: string[][]) => {
  let asked = 0;
  const fetcher = guardedFetcher({
    resolve: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
    isAllowed: (address) => address === publicHost,
  });
  return { fetcher, asked: () => asked };
};

async function text(fetcher: ReturnType<typeof guardedFetcher>, url: string, more = limits): Promise<string> {
  const { body } = await fetcher.fetch(url, more);
  const parts = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("a public server is fetched by its name", async () => {
  const port = await listen(publicHost, (request, response) => response.end(`hello ${request.headers.host}`));
  const { fetcher } = fetcherTo([publicHost]);
  expect(await text(fetcher, `http://models.example:${port}/a`)).toBe(`hello models.example:${port}`);
});

test("SSRF: addresses of this machine and its network, however they are written", async () => {
  const port = await listen(privateHost, (_request, response) => response.end("secret"));
  const fetcher = guardedFetcher();
  const hosts = [
    ...["127.0.0.1", "localhost", "localhost.", "0.0.0.0", "0", "127.1", "2130706433", "0x7f000001", "0177.0.0.1"],
    ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "169.254.169.254", "10.0.0.1", "192.168.0.1"],
    ...["[fe80::1]", "[fd00::1]", "①②⑦.⓪.⓪.①"],
  ];
  for (const host of hosts) {
    await expect(text(fetcher, `http://${host}:${port}/`), host).rejects.toThrow(
      /is not fetched: it does not lead|name is not known/,
    );
  }
  expect(reached).toEqual([]);
});

test("SSRF: only http and https, without credentials", async () => {
  const { fetcher } = fetcherTo([publicHost]);
  for (const url of [
    "file:///etc/passwd",
    "gopher://a/",
    "ftp://a/",
    "data:text/plain,x",
    "javascript:1",
    "http://a:b@c/",
  ]) {
    await expect(fetcher.fetch(url, limits), url).rejects.toMatchObject({ message: expect.stringContaining("must") });
  }
  for (const url of ["", "models", "//a/b", "http://", "http://a b/"]) {
    await expect(fetcher.fetch(url, limits), url).rejects.toThrow("is not an address");
  }
});

test("SSRF: a name with one private address is not fetched at all", async () => {
  const { fetcher } = fetcherTo([publicHost, privateHost]);
  await expect(fetcher.fetch("http://mixed.example/", limits)).rejects.toThrow("does not lead to a public server");
});

test("SSRF, DNS rebinding: the address that was checked is the one that is called", async () => {
  const port = await listen(publicHost, (_request, response) => response.end("public"));
  await listen(privateHost, (_request, response) => response.end("secret"), port);
  const { fetcher, asked } = fetcherTo([publicHost], [privateHost]);
  expect(await text(fetcher, `http://rebinding.example:${port}/`)).toBe("public");
  expect([asked(), reached]).toEqual([1, [`${publicHost}/`]]);
});

test("SSRF: redirects are checked like addresses", async () => {
  let location = "";
  const port = await listen(publicHost, (request, response) => {
    if (request.url === "/end") response.end("there");
    else response.writeHead(302, { location }).end();
  });
  await listen(privateHost, (_request, response) => response.end("secret"), port);
  const { fetcher } = fetcherTo([publicHost]);
  const start = `http://models.example:${port}/start`;
  location = "/end";
  expect(await text(fetcher, start)).toBe("there");
  for (location of [`http://${privateHost}:${port}/`, `http://2130706433:${port}/`]) {
    await expect(fetcher.fetch(start, limits)).rejects.toThrow("does not lead to a public server");
  }
  location = "file:///etc/passwd";
  await expect(fetcher.fetch(start, limits)).rejects.toThrow("must start with http");
  location = "/start";
  await expect(fetcher.fetch(start, limits)).rejects.toThrow("redirects too often");
  expect(reached.filter((one) => one.startsWith(privateHost))).toEqual([]);
});

test("too large, too slow, compressed, failed: refused with a reason", async () => {
  const port = await listen(publicHost, ({ url }, response) => {
    if (url === "/announced") response.writeHead(200, { "content-length": "5000" }).end("x".repeat(5000));
    else if (url === "/endless") response.write("x".repeat(3000));
    else if (url === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end("x");
    else if (url === "/stuck") response.write("x");
    else if (url === "/missing") response.writeHead(404).end();
    else if (url === "/broken") response.destroy();
  });
  const { fetcher } = fetcherTo([publicHost]);
  const get = (path: string, more = limits) => text(fetcher, `http://models.example:${port}${path}`, more);
  await expect(get("/announced")).rejects.toThrow("larger than 1000 bytes");
  await expect(get("/endless")).rejects.toThrow("larger than 1000 bytes");
  await expect(get("/gzip")).rejects.toThrow("encoding");
  await expect(get("/missing")).rejects.toThrow("it answered 404");
  await expect(get("/broken")).rejects.toThrow("did not answer");
  await expect(get("/silent", { ...limits, timeoutMs: 200 })).rejects.toThrow("takes too long");
  await expect(get("/stuck", { ...limits, timeoutMs: 200 })).rejects.toThrow("takes too long");
  const slow = guardedFetcher({ resolve: () => new Promise(() => undefined) });
  await expect(slow.fetch("http://never.example/", { ...limits, timeoutMs: 50 })).rejects.toThrow("takes too long");
});
