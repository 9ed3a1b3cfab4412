/** A query whose data changed while it was pending is fetched again. */
import { QueryObserver } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { FreshClient } from "./query-client.ts";

function openServer() {
  const answers: (() => void)[] = [];
  const server = { state: "running", asked: 0, answer: () => answers.shift()?.() };
  const queryFn = (): Promise<string> => {
    server.asked += 1;
    const { state } = server;
    return new Promise((resolve) => answers.push(() => resolve(state)));
  };
  return { server, queryFn };
}

test("a change during the first question is not lost, and asked for once, however often it is announced", async () => {
  const client = new FreshClient();
  const { server, queryFn } = openServer();
  const observer = new QueryObserver(client, { queryKey: ["jobs"], queryFn });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => server.asked).toBe(1);
  server.state = "success";
  const invalidations = [1, 2].map(() => client.invalidateQueries({ queryKey: ["jobs"] }));
  server.answer();
  await expect.poll(() => server.asked).toBe(2);
  server.answer();
  await Promise.all(invalidations);
  expect([observer.getCurrentResult().data, server.asked]).toEqual(["success", 2]);
  stop();
});

test("a first question that fails is over", async () => {
  const client = new FreshClient();
  let asked = 0;
  let fail = (): void => undefined;
  const queryFn = () =>
    new Promise((_, reject) => {
      asked += 1;
      fail = () => reject(new Error("gone"));
    });
  const observer = new QueryObserver(client, { queryKey: ["jobs"], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => asked).toBe(1);
  const invalidation = client.invalidateQueries({ queryKey: ["jobs"] });
  fail();
  await invalidation;
  expect([observer.getCurrentResult().error?.message, asked]).toEqual(["gone", 1]);
  stop();
});
