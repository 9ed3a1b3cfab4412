/** Parameters in the encodings of api-v1 2.2, with its messages. */
import { describe, expect, test, vi } from "vitest";

import { p, type ParameterMap } from "#schemas";

import { parseForm, parseQuery } from "./form.ts";
import { collectParameters, readParameters } from "./parameters.ts";

const read = (declared: ParameterMap, query: string, path: Record<string, string> = {}): Record<string, unknown> =>
  readParameters(declared, collectParameters(path, parseQuery(query)));

test("path parameters win, unknown ones are ignored", () => {
  expect(read({ id: p.need.text(), x: p.text() }, "id=evil&other=1&x=%C3%A4", { id: "good" })).toEqual({
    id: "good",
    x: "ä",
  });
});

test("a name given twice is refused, declared or not", () => {
  for (const [query, name] of [
    ["x=1&x=2", "x"],
    ["a=1&a=1", "a"],
    ["m[k]=1&m[k]=2", "m[k]"],
  ]) {
    expect(() => read({}, query ?? "")).toThrow(`Parameter "${name}" must not be specified multiple times.`);
  }
});

test("missing and unreadable values are named", () => {
  expect(() => read({ x: p.need.text() }, "")).toThrow('Parameter "x" is required.');
  expect(() => read({ x: p.integer() }, "x=1.5")).toThrow("Invalid value for integer parameter x: 1.5.");
  expect(() => read({ x: p.integer() }, "x=9007199254740993")).toThrow("Invalid value for integer parameter x");
  expect(() => read({ x: p.number() }, "x=NaN")).toThrow("Invalid value for numeric parameter x: NaN.");
  expect(() => read({ x: p.number() }, "x=1e999")).toThrow("Invalid value for numeric parameter x: 1e999.");
  expect(() => read({ x: p.oneOf(["a", "b"]) }, "x=c")).toThrow('Invalid value for x: "c". Allowed values: a, b.');
  expect(() => read({ x: p.object() }, "x={")).toThrow("Parameter x must be valid JSON.");
  expect(() => read({ x: p.object() }, "x=[]")).toThrow("Parameter x must be a JSON object.");
  expect(() => read({ x: p.array() }, "x={}")).toThrow("Parameter x must be a JSON array.");
});

test("booleans are never an error", () => {
  const value = (text: string): unknown => read({ x: p.boolean() }, `x=${encodeURIComponent(text)}`)["x"];
  for (const yes of ["true", "True", " ON ", "1", "yes"]) expect([yes, value(yes)]).toEqual([yes, true]);
  for (const no of ["false", "", "0", "2", "null", "no"]) expect([no, value(no)]).toEqual([no, false]);
  expect(read({ x: p.boolean() }, "")).toEqual({ x: undefined });
});

test("defaults fill in, empty numbers count as absent", () => {
  expect(read({ limit: p.integer(50), x: p.text("") }, "limit=")).toEqual({ limit: 50, x: "" });
});

test("objects and lists come as JSON or in bracket notation", () => {
  const declared = { pipeline: p.object(), list: p.array() };
  const json = read(declared, `pipeline=${encodeURIComponent('{"name":"a","metadata":{"x":"1"}}')}&list=["b","c"]`);
  const brackets = read(declared, "pipeline[name]=a&pipeline[metadata][x]=1&list[]=b&list[]=c");
  expect(brackets).toEqual(json);
});

test("bracket names cannot reach a prototype", () => {
  const values = read(
    { x: p.object() },
    "x[__proto__][polluted]=1&x[constructor][prototype][polluted]=1&__proto__[polluted]=1",
  );
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(JSON.stringify(values["x"])).toBe(
    '{"__proto__":{"polluted":"1"},"constructor":{"prototype":{"polluted":"1"}}}',
  );
});

describe("forms", () => {
  const urlencoded = "application/x-www-form-urlencoded; charset=utf-8";
  const form = async (text: string, type = urlencoded) => await parseForm(Buffer.from(text), type);

  test("urlencoded", async () => {
    expect(await form("a=1&b=x+y%26")).toEqual([
      ["a", "1"],
      ["b", "x y&"],
    ]);
    expect(await form("")).toEqual([]);
  });

  test("900,000 fields are refused before they are taken apart", async () => {
    const boundary = "b";
    const multipart = `multipart/form-data; boundary=${boundary}`;
    const takenApart = vi.spyOn(globalThis, "URLSearchParams");
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n`;
    for (const [text, type] of [
      ["a=1&".repeat(900_000), urlencoded],
      [`a={${"&b=".repeat(900_000)}`, urlencoded],
      [part.repeat(200_000), multipart],
    ] as const) {
      await expect(parseForm(Buffer.from(text), type, 10_000)).rejects.toThrow("at most 10000 fields");
    }
    expect(takenApart).not.toHaveBeenCalled();
    takenApart.mockRestore();
    expect(await parseForm(Buffer.from("a=1&b=2"), urlencoded, 2)).toHaveLength(2);
    await expect(parseForm(Buffer.from("a=1&b=2"), urlencoded, 1)).rejects.toThrow("at most 1 fields");
    const data = new FormData();
    data.set("a", "1");
    data.set("b", "2");
    const encoded = new Response(data);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    expect(await parseForm(bytes, encoded.headers.get("content-type") ?? "", 2)).toHaveLength(2);
  });

  test("JSON that was not encoded", async () => {
    const text = '{"fps":10,"type":"video","name":"50% & more + a=b"}';
    expect(await form(`metadata=${text}`)).toEqual([["metadata", text]]);
  });

  test("JSON that was encoded, with others next to it", async () => {
    expect(await form(`metadata=${encodeURIComponent('{"a":1}')}&x=1`)).toEqual([
      ["metadata", '{"a":1}'],
      ["x", "1"],
    ]);
  });

  test("multipart", async () => {
    const data = new FormData();
    data.set("resources", '{"folder":["1"]}');
    const encoded = new Response(data);
    const type = encoded.headers.get("content-type") ?? "";
    expect(await parseForm(Buffer.from(await encoded.arrayBuffer()), type)).toEqual([
      ["resources", '{"folder":["1"]}'],
    ]);
    await expect(form("nonsense", type)).rejects.toThrow("not well-formed");
  });
});
