/** Schemas as short lines. */
import { expect, test } from "vitest";

import { routeOf } from "#schemas";

import { documentHtml, shapeHtml } from "./api-shapes.ts";

test("says what bodies and answers are", () => {
  const answerOf = (id: Parameters<typeof routeOf>[0]): string => shapeHtml(routeOf(id).replyShape?.schema ?? {});
  const link = (name: string): string => `<a href="#document-${name}">${name}</a>`;
  expect(answerOf("folder.list")).toBe(`list of ${link("Folder")}`);
  expect(answerOf("user.me")).toBe(`${link("User")} or null`);
  expect(answerOf("folder.details")).toBe("{ nItems: integer, nFolders: integer }");
  expect(answerOf("file.chunk")).toBe(`${link("Upload")} or ${link("File")}`);
  expect(answerOf("annotation.sets")).toBe("list of (string or null)");
  expect(answerOf("file.delete")).toBe("null");
  expect(answerOf("system.setting")).toBe("anything");
});

test("nothing of a schema becomes a part of the page", () => {
  const schema = { type: "object", description: "<b>", properties: { "<i>": { enum: ["</td>"], description: "&" } } };
  const html = documentHtml(schema);
  expect(html).toContain("&lt;b&gt;");
  expect(html).not.toMatch(/<[bi]>|"<\/td>"/);
});
