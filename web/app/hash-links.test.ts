import { expect, test } from "vitest";
import { translateHashLink } from "./hash-links.ts";

test("hash links become paths, with their query", () => {
  expect(translateHashLink("http://host/#/viewer/abc?set=model-a")).toBe("/viewer/abc?set=model-a");
  expect(translateHashLink("http://host/#/")).toBe("/");
});

test("links of the server besides the annotator, and of its mails", () => {
  expect(translateHashLink("http://host/girder/#job/abc")).toBe("/jobs?log=abc");
  expect(translateHashLink("http://host/girder#jobs")).toBe("/jobs");
  expect(translateHashLink("http://host/girder/#user/abc")).toBe("/user/abc");
  expect(translateHashLink("http://host/girder#folder/abc")).toBe("/folder/abc");
  expect(translateHashLink("http://host/girder#collection/abc")).toBe("/collection/abc");
  expect(translateHashLink("http://host/girder#?dialog=resetpassword")).toBe("/login?dialog=resetpassword");
  for (const path of ["?dialog=resetpassword", "girder?dialog=resetpassword", "#/?dialog=resetpassword"])
    expect(translateHashLink(`http://host/${path}`)).toBe("/login?dialog=resetpassword");
  expect(translateHashLink("http://host/login?dialog=resetpassword")).toBeUndefined();
  expect(translateHashLink("http://host/#useraccount/abc/token/T0")).toBe("/login?user=abc&token=T0&reset=1");
});

test("other addresses stay", () => {
  expect(translateHashLink("http://host/folder/abc")).toBeUndefined();
  expect(translateHashLink("http://host/folder/abc#note")).toBeUndefined();
});
