/** The small pure parts of the plugins. */
import { expect, test } from "vitest";

import { isLoopbackAddress } from "../base/loopback.ts";
import { isAllowedHost } from "./host-check.ts";
import { sortedJson } from "./json.ts";
import { rewriteUrl } from "./rewrite.ts";

test("both mounts, trailing slashes and the method override", () => {
  const route = (url: string, method = "GET", headers = {}): [string, string] => {
    const request = { url, method, headers };
    return [rewriteUrl(request), request.method];
  };
  expect(route("/girder/api/v1/user/me?a=/")).toEqual(["/api/v1/user/me?a=/", "GET"]);
  expect(route("/api/v1/item/1/tiles/?x=1")).toEqual(["/api/v1/item/1/tiles?x=1", "GET"]);
  expect(route("/girder/other/")).toEqual(["/girder/other/", "GET"]);
  expect(route("/api/v1//user/me?next=//x")).toEqual(["/api/v1/user/me?next=//x", "GET"]);
  expect(route("//girder//api/v1///item//1/tiles//")).toEqual(["/api/v1/item/1/tiles", "GET"]);
  expect(route("//evil.example/x")).toEqual(["//evil.example/x", "GET"]);
  const override = { "x-http-method-override": "patch" };
  expect(route("/api/v1/a", "POST", override)).toEqual(["/api/v1/a", "PATCH"]);
  expect(route("/api/v1/a", "GET", override)).toEqual(["/api/v1/a", "GET"]);
  expect(route("/api/v1/a", "POST", { "x-http-method-override": "CONNECT" })).toEqual(["/api/v1/a", "POST"]);
});

test("names of this machine, and no others", () => {
  for (const host of ["localhost:8010", "127.0.0.1:1", "[::1]:8010", "127.1.2.3", "wakeline.localhost", "LOCALHOST"]) {
    expect([host, isAllowedHost(host, [])]).toEqual([host, true]);
  }
  for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", undefined]) {
    expect([host, isAllowedHost(host, [])]).toEqual([host, false]);
  }
  expect(isAllowedHost("video.example.org:443", ["video.example.org"])).toBe(true);
  expect(["127.0.0.1", "::1", "localhost", "0.0.0.0", "192.168.1.2"].map(isLoopbackAddress)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("keys are sorted at every level, values stay", () => {
  expect(sortedJson({ b: [{ d: 1, c: null }], a: "ü", _id: undefined })).toBe('{"a":"ü","b":[{"c":null,"d":1}]}');
  expect(sortedJson(undefined)).toBe("null");
});
