/** Groups: their members, ranges and types, in both builds. */
import { beforeEach, describe, expect, test } from "vitest";
import { builds, frame, id, utf8 } from "../testing/cores.ts";
import { loadArt } from "../testing/track-art.ts";
import type { AnnotationCore, EditTransaction, FrameRange, GroupId } from "../types.ts";
import { CoreError } from "../types.ts";

const group = (value: number): GroupId => value as GroupId;
const range = (begin: number, end: number): FrameRange => [frame(begin), frame(end)];

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
    loadArt(core, "0: K----K\n1: ..K--K\n2: K");
  });

  function edit(run: (tx: EditTransaction) => void): unknown[] {
    core.transact("edit", frame(0), run);
    core.assertIntegrity();
    return groups();
  }

  function code(run: (tx: EditTransaction) => void): string {
    const before = JSON.stringify(groups());
    try {
      core.transact("edit", frame(0), run);
    } catch (error) {
      expect(JSON.stringify(groups())).toBe(before);
      if (error instanceof CoreError) return error.code;
      throw error;
    }
    return "accepted";
  }

  const groups = (): unknown[] => [...core.writer.groupRows()].map((row) => JSON.parse(row.json) as unknown);
  const pair = (tx: EditTransaction): GroupId =>
    tx.groups.create({ members: [{ trackId: id(1) }, { trackId: id(2), ranges: [range(0, 0)] }] });

  test("[V-GROUP-03, V-GROUP-04, V-GROUP-05] a new group has a type, members with ranges, begin and end", () => {
    const expected = {
      id: 0,
      begin: 0,
      end: 5,
      confidencePairs: [["no-group", 1]],
      attributes: {},
      members: { 1: { ranges: [[2, 5]] }, 2: { ranges: [[0, 0]] } },
    };
    expect(edit((tx) => expect(pair(tx)).toBe(0))).toEqual([expected]);
    expect([...core.writer.groupRows()]).toMatchObject([{ id: 0, begin: 0, end: 5, label: "no-group" }]);
    expect(core.changesSince(0).groups).toEqual({ upsert: [0], delete: [] });
    core.undo();
    expect(groups()).toEqual([]);
    core.redo();
    expect(groups()).toEqual([expected]);
  });

  test("ids of groups go on after the largest one there has been", () => {
    edit((tx) => tx.groups.create({ id: group(7), type: "school", members: [{ trackId: id(0) }] }));
    edit((tx) => tx.groups.delete(group(7)));
    edit((tx) => expect(pair(tx)).toBe(8));
    expect(code((tx) => tx.groups.create({ id: group(8), members: [{ trackId: id(0) }] }))).toBe("group-id-taken");
  });

  test("members are added, changed and removed; begin and end follow", () => {
    edit(pair);
    expect(edit((tx) => tx.groups.removeMembers(group(0), [id(2)]))).toMatchObject([{ begin: 2, end: 5 }]);
    const members = [
      { trackId: id(0), ranges: [range(3, 4), range(1, 3)] },
      { trackId: id(1), ranges: [range(2, 3)] },
    ];
    expect(edit((tx) => tx.groups.putMembers(group(0), members))).toMatchObject([
      { begin: 1, end: 4, members: { 0: { ranges: [[1, 4]] }, 1: { ranges: [[2, 3]] } } },
    ]);
    expect(edit((tx) => tx.groups.removeMembers(group(0), [id(0), id(1)]))).toEqual([]);
    core.undo();
    expect(groups()).toMatchObject([{ begin: 1, end: 4 }]);
  });

  test("unknown groups, members, tracks and ranges are refused", () => {
    edit(pair);
    const put = (ranges: readonly FrameRange[]) => (tx: EditTransaction) =>
      tx.groups.putMembers(group(0), [{ trackId: id(1), ranges }]);
    expect(code(put([range(3, 2)]))).toBe("bad-range");
    expect(code(put([range(-1, 2)]))).toBe("bad-range");
    expect(code(put([range(0.5, 2)]))).toBe("bad-range");
    expect(code((tx) => tx.groups.putMembers(group(0), [{ trackId: id(9) }]))).toBe("no-such-track");
    expect(code((tx) => tx.groups.removeMembers(group(0), [id(0)]))).toBe("not-a-member");
    expect(code((tx) => tx.groups.create({ members: [] }))).toBe("no-members");
    expect(code((tx) => tx.groups.create({ type: "", members: [{ trackId: id(1) }] }))).toBe("bad-pair");
    expect(code((tx) => tx.groups.delete(group(3)))).toBe("no-such-group");
    expect(code((tx) => tx.groups.setPairs(group(3), []))).toBe("no-such-group");
  });

  test("types and attributes of groups are set and renamed", () => {
    edit(pair);
    const pairs = [
      { type: "a", confidence: 0.2 },
      { type: "b", confidence: 0.7 },
    ];
    expect(edit((tx) => tx.groups.setPairs(group(0), pairs))).toMatchObject([
      {
        confidencePairs: [
          ["b", 0.7],
          ["a", 0.2],
        ],
      },
    ]);
    expect(edit((tx) => expect(tx.groups.renameType("a", "b")).toBe(1))).toMatchObject([
      { confidencePairs: [["b", 0.7]] },
    ]);
    edit((tx) => tx.groups.setAttribute(group(0), "size", 3));
    expect(edit((tx) => tx.groups.setAttribute(group(0), "size", 4, "ann"))).toMatchObject([
      { attributes: { size: 3, userAttributes: { ann: { size: 4 } } }, begin: 0, end: 5 },
    ]);
    expect(code((tx) => tx.groups.setAttribute(group(0), "userAttributes", 1))).toBe("bad-attribute");
  });

  test("a deleted track leaves its groups before they are read", () => {
    edit(pair);
    core.transact("delete", frame(0), (tx) => {
      tx.tracks.delete(id(2));
      expect(() => tx.groups.removeMembers(group(0), [id(2)])).toThrow("Track 2 is not a member of group 0.");
    });
    expect(groups()).toMatchObject([{ begin: 2, end: 5, members: { 1: {} } }]);
    expect(edit((tx) => tx.tracks.deleteAll([id(0), id(1)]))).toEqual([]);
    expect(core.changesSince(1).groups).toEqual({ upsert: [], delete: [0] });
  });

  test("members and fields that no reader knows are kept", () => {
    const members = { 0: { ranges: [[0, 9]], by: "ann" }, 77: {} };
    const json = { id: 3, begin: 0, end: 9, attributes: {}, confidencePairs: [], color: "red", members };
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8('[{"id":0,"features":[]}]'));
    core.reader.loadGroupPage(utf8(JSON.stringify([json])));
    core.reader.endLoad();
    expect(edit((tx) => tx.groups.putMembers(group(3), [{ trackId: id(0), ranges: [range(1, 2)] }]))).toEqual([
      { ...json, begin: 1, end: 2, members: { 0: { ranges: [[1, 2]], by: "ann" }, 77: {} } },
    ]);
  });
});
