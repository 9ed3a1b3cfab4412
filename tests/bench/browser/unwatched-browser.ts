/**
 * A browser whose network is not observed, for measuring memory. An observed one, such as Playwright's, keeps response
 * bodies in the page's process for later requests: those of some pages, but not of others whose single response is too
 * large for its buffer. So this one is driven over its own protocol with only the few commands that are needed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumArgs, findChromium } from "../../tools/find-chromium.ts";
import { largestPageMegabytes, viewSize, type Process } from "./bench-browser.ts";
import type { ReferenceFile } from "./world.ts";

export interface UnwatchedPage {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Polls until the expression is true. */
  waitFor(expression: string, patienceMs: number): Promise<void>;
  setCookie(cookie: { readonly name: string; readonly value: string; readonly url: string }): Promise<void>;
  /** Responds instead of the server to URLs whose path begins with one of these. */
  answer(prefixes: readonly string[], read: (address: string) => Promise<ReferenceFile>): Promise<void>;
  /** Memory of the page's process, after a garbage collection. Undefined if the system does not report it. */
  megabytes(): Promise<number | undefined>;
  close(): Promise<void>;
}

const startTimeoutMs = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param isWatched observes the network as Playwright does, to measure the difference */
export async function openUnwatchedPage({ isWatched = false } = {}): Promise<UnwatchedPage> {
  const found = findChromium();
  if (found === undefined) throw new Error("There is no Chromium to measure.");
  const profile = mkdtempSync(join(tmpdir(), "wakeline-bench-profile-"));
  const { width, height } = viewSize;
  const browser = spawn(
    found.path,
    [
      ...chromiumArgs,
      "--headless",
      `--user-data-dir=${profile}`,
      "--remote-debugging-port=0",
      `--window-size=${width},${height}`,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  const socket = await connect(join(profile, "DevToolsActivePort"));
  const { targetInfos } = (await socket.send("Target.getTargets")) as {
    targetInfos: { type: string; targetId: string }[];
  };
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
  const attached = await socket.send("Target.attachToTarget", { targetId, flatten: true });
  const { sessionId } = attached as { sessionId: string };
  const inPage = (method: string, parameters: object = {}) => socket.send(method, parameters, sessionId);
  if (isWatched) await inPage("Network.enable");
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = (await inPage("Runtime.evaluate", { expression, returnByValue: true })) as {
      result: { value?: unknown };
    };
    return result.value;
  };
  return {
    evaluate,
    goto: async (url) => void (await inPage("Page.navigate", { url })),
    async waitFor(expression, patienceMs) {
      for (const end = performance.now() + patienceMs; performance.now() < end; await pause(100)) {
        if ((await evaluate(expression)) === true) return;
      }
      throw new Error(`The page has not come to this in ${patienceMs} ms: ${expression}`);
    },
    setCookie: async (cookie) =>
      void (await socket.send("Storage.setCookies", { cookies: [{ ...cookie, httpOnly: true }] })),
    async answer(prefixes, read) {
      socket.onPaused = ({ requestId, request }) => {
        void read(request.url).then(({ status, contentType, body }) =>
          inPage("Fetch.fulfillRequest", {
            requestId,
            responseCode: status,
            responseHeaders: [{ name: "Content-Type", value: contentType }],
            body: body.toString("base64"),
          }),
        );
      };
      await inPage("Fetch.enable", { patterns: prefixes.map((prefix) => ({ urlPattern: `*${prefix}*` })) });
    },
    async megabytes() {
      for (let round = 0; round < 3; round++) await inPage("HeapProfiler.collectGarbage");
      const { processInfo } = (await socket.send("SystemInfo.getProcessInfo")) as { processInfo: readonly Process[] };
      return largestPageMegabytes(processInfo);
    },
    async close() {
      const ended = browser.exitCode === null ? once(browser, "exit") : undefined;
      await socket.send("Browser.close").catch(() => undefined);
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}

interface Connection {
  onPaused: ((event: Paused) => void) | undefined;
  send(method: string, params?: object, sessionId?: string): Promise<unknown>;
}

/** @param portFile file into which the browser writes its port and path once it listens */
async function connect(portFile: string): Promise<Connection> {
  const lines = () => (existsSync(portFile) ? readFileSync(portFile, "utf8").trim().split("\n") : []);
  for (const end = performance.now() + startTimeoutMs; lines().length < 2; await pause(50)) {
    if (performance.now() > end) throw new Error("The browser does not begin to listen.");
  }
  const [port = "", path = ""] = lines();
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("The browser takes no connection.")), { once: true });
  });
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const connection: Connection = {
    onPaused: undefined,
    send(method, params = {}, sessionId) {
      const id = ++lastId;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      return answer.promise;
    },
  };
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser has closed the connection."));
  });
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Record<string, unknown> & { id?: number; error?: { message: string } };
    if (message["method"] === "Fetch.requestPaused") connection.onPaused?.(message["params"] as Paused);
    if (message.id === undefined) return;
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) answer?.resolve(message["result"]);
    else answer?.reject(new Error(message.error.message));
  });
  return connection;
}
