/** The guide's table of what each access level allows matches the tested behavior of the server. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RouteId } from "#schemas";
import { expected, type Role, roles, rowProblems } from "./table.ts";

/** The calls that verify each promise of the guide. */
const callsOf: Readonly<Record<string, readonly RouteId[]>> = {
  "open datasets": ["dataset.get", "dataset.media", "annotation.tracks"],
  download: ["dataset.export", "annotation.export", "folder.download", "item.download"],
  annotate: ["annotation.save", "dataset.update"],
  upload: ["file.create", "folder.create"],
  import: ["rpc.postprocess"],
  delete: ["folder.delete"],
  "give access": ["folder.setAccess"],
};

/** A role with each access level, and one with only the next lower level. */
const rolesOf: Readonly<Record<string, readonly [has: Role, lacks: Role]>> = {
  read: ["reader", "stranger"],
  write: ["writer", "reader"],
  admin: ["owner", "writer"],
};

const answer = (id: RouteId, role: Role): string | undefined => expected[id].split(/\s+/)[roles.indexOf(role)];

test("read, write and admin allow what the guide says, and no less than that is needed", () => {
  const guide = readFileSync(new URL("../../../docs/user-guide/sharing.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| (read|write|admin) \| (.*) \|$/gm)];
  expect(rows.map(([, access]) => access)).toEqual(Object.keys(rolesOf));
  const told = rows.flatMap(([, access = "", text = ""]) => {
    const promises = text.replace(/ as well$/, "").split(/, and |, | and /);
    return promises.map((promise) => ({ access, promise: promise.replace(/^to /, "") }));
  });
  expect(told.map(({ promise }) => promise)).toEqual(Object.keys(callsOf));
  for (const { access, promise } of told) {
    const [has, lacks] = rolesOf[access]!;
    for (const id of callsOf[promise]!) {
      expect({ id, [has]: answer(id, has), [lacks]: answer(id, lacks) }).toEqual({ id, [has]: "ok", [lacks]: "403" });
    }
  }
});

test("a route without a row, or with too short a one, is named by `npm run generate` in plain words", () => {
  expect(rowProblems(["user.me", "user.new", "user.short"], { ...expected, "user.short": "ok ok" })).toEqual([
    "user.new has no row: say for each of visitor, anonymous, stranger, reader, member, writer, owner, key, site what the answer is.",
    "user.short has 2 answers for 9 kinds of callers.",
  ]);
});
