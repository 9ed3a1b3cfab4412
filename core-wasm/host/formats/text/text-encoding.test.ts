/** Text that is not UTF-8 is read in the encoding that fits its letters, with a message; damaged UTF-8 stays UTF-8. */
import { expect, test } from "vitest";
import { createCores, utf8 } from "../../testing/cores.ts";
import { decodeWhole } from "./text-encoding.ts";

const cores = await createCores(1);
const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** A row of VIAME CSV, whose type is in another encoding. */
function rowOf(type: Uint8Array, id = 0): Uint8Array {
  const [before, after] = [utf8(`${id},a.png,${id},1,1,2,2,0.9,-1,`), utf8(",0.9\n")];
  return Uint8Array.from([...before, ...type, ...after]);
}

function typesOf(bytes: Uint8Array): { types: (string | undefined)[]; said: string[] } {
  const core = cores();
  const { problems } = core.reader.readViameCsv(bytes);
  const types = core.shown.typeCounts().map(({ type }) => type);
  return { types, said: problems.map(({ code, message }) => `${code} ${/ as ([\w-]+)/.exec(message)?.[1] ?? ""}`) };
}

test.each([
  ["Shift-JIS", "835e8343", "タイ"],
  ["Shift-JIS", "8b9b", "魚"],
  ["GBK", "f7a8d3e3", "鳕鱼"],
  ["GBK", "bdf0c7b9d3e3", "金枪鱼"],
  ["Big5", "f7abb3bda94dc243b3bd", "鱈魚和鮪魚"],
  ["EUC-JP", "a5bfa5a4", "タイ"],
  ["EUC-KR", "b4ebb1b8b9b0b0edb1e2", "대구물고기"],
  ["Windows-1251", "f2f0e5f1eae0", "треска"],
  ["Windows-1252", "52f6746c696e67", "Rötling"],
  ["Windows-1252", "67726fdf6572", "großer"],
  ["Windows-1252", "6772f6df6572", "größer"],
  ["Windows-1252", "e9", "é"],
])("%s: %s is %s", (encoding, bytes, type) => {
  expect(typesOf(rowOf(hex(bytes)))).toEqual({ types: [type], said: [`text-encoding-guessed ${encoding}`] });
});

test("one bad byte in UTF-8 is an error at its line, and the rest is read", () => {
  const rows = [rowOf(utf8("Rötling")), rowOf(hex("48ff"), 1), rowOf(utf8("Dorsch für"), 2)];
  const core = cores();
  const { problems } = core.reader.readViameCsv(Uint8Array.from(rows.flatMap((row) => [...row])));
  expect(problems).toMatchObject([{ severity: "error", code: "text-bytes-damaged" }]);
  expect(problems[0]?.offset).toBe(rows[0]!.length + rows[1]!.indexOf(0xff));
  expect(core.shown.typeCounts().map(({ type }) => type)).toEqual(["Rötling", "H\ufffd", "Dorsch für"]);
});

test("characters that are UTF-8 by chance are of the same encoding as the rest", () => {
  // 模型: the bytes of the first character are also valid UTF-8.
  expect(typesOf(rowOf(hex("c4a3d0cd"))).types).toEqual(["模型"]);
});

test("XML says its encoding", () => {
  const xml = Uint8Array.from([
    ...utf8('<?xml version="1.0" encoding="GBK"?><a>'),
    ...hex("c4a3"),
    ...hex("ff"),
    ...utf8("</a>"),
  ]);
  expect(decodeWhole(xml).text).toContain("模");
  expect(decodeWhole(xml).problems).toMatchObject([{ code: "text-converted" }]);
});
