/** Tests that share the context of their worker do not meet: nothing of one is there for the next. */
import { expect, testInKeptContext as test } from "./support/app.ts";

test.describe.configure({ mode: "serial" });

let contextOfFirst: unknown;

test("a test stores, allows and routes what it likes in the kept context", async ({ page, context, server }) => {
  contextOfFirst = context;
  await context.addCookies([{ name: "left", value: "over", url: server.url }]);
  await context.grantPermissions(["geolocation"], { origin: server.url });
  await page.goto("/login");
  await page.evaluate(async () => {
    localStorage.setItem("left", "over");
    sessionStorage.setItem("left", "over");
    await (await caches.open("left")).put("/over", new Response("over"));
    await (await navigator.storage.getDirectory()).getFileHandle("left", { create: true });
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open("left");
      opening.addEventListener("success", resolve);
      opening.addEventListener("error", reject);
    });
  });
  // Left open, with its database: the end of the test closes it.
  await (await context.newPage()).goto("/login");
  await context.route("**/healthz", (route) => route.fulfill({ body: "left over" }));
  expect(await page.evaluate(async () => (await fetch("/healthz")).text())).toBe("left over");
  await context.setOffline(true);
});

test("the next test has the same context, and finds nothing of it", async ({ page, context }) => {
  expect(context).toBe(contextOfFirst);
  expect(context.pages().filter((other) => other.url() !== "about:blank")).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  await page.goto("/login");
  const found = await page.evaluate(async () => {
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return {
      left: [localStorage.getItem("left"), sessionStorage.getItem("left")],
      caches: await caches.keys(),
      files,
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === "left"),
      permission: (await navigator.permissions.query({ name: "geolocation" })).state,
      answer: await (await fetch("/healthz")).json(),
    };
  });
  expect(found).toEqual({
    left: [null, null],
    caches: [],
    files: [],
    databases: [],
    permission: expect.not.stringMatching("granted"),
    answer: { status: "ok" },
  });
});
