/** The chunks of a long response are the same text as in one piece. */
import { expect, test } from "vitest";

import { sortedJson } from "../plugins/json.ts";
import { isLongDocument, jsonPieces } from "./json-pieces.ts";

const textOf = async (value: unknown): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of jsonPieces(value)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const documents = (count: number): unknown[] =>
  Array.from({ length: count }, (_, n) => ({ name: `ü "${n}"`, _id: n, gone: undefined, meta: { z: [n], a: null } }));

test("pieces together are what the document is in one", async () => {
  const media = { imageData: documents(1000), video: undefined, sourceVideo: { url: "x" } };
  const found = { item: [], folder: documents(201), __proto__: null };
  for (const value of [
    documents(5000),
    media,
    found,
    [...documents(300), null],
    null,
    [],
    { roles: media },
    [media, {}],
  ]) {
    expect(await textOf(value)).toBe(sortedJson(value));
  }
});

test("short content goes in one piece", () => {
  const long = documents(201);
  for (const value of [long, { imageData: long }, { roles: { media: long } }, [{ datasets: long }]]) {
    expect(isLongDocument(value)).toBe(true);
  }
  for (const value of [documents(200), {}, null, "x", { a: { b: { c: long } } }, { imageData: documents(2) }]) {
    expect(isLongDocument(value)).toBe(false);
  }
});

test("others have their turn while a long answer is made", async () => {
  const value = documents(60_000);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const text = await textOf(value);
  clearInterval(timer);
  expect(text.length).toBeGreaterThan(1_000_000);
  // If it were made in one go, none would fire.
  expect(turns).toBeGreaterThan(3);
});
