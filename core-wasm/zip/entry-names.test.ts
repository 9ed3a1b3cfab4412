/** Names of zip entries without a declared encoding are read in that of the system that wrote the archive. */
import { expect, test } from "vitest";

import { readNames } from "./entry-names.ts";

/** Encodings that TextEncoder does not support, by trying all pairs of bytes. */
function encoderOf(label: string): (text: string) => Uint8Array {
  const decoder = new TextDecoder(label, { fatal: true });
  const bytesOf = new Map<string, number[]>();
  const note = (bytes: number[]): void => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if (!bytesOf.has(text)) bytesOf.set(text, bytes);
    } catch {
      // Not a character.
    }
  };
  for (let lead = 0; lead < 256; lead++) note([lead]);
  for (let lead = 0x81; lead < 255; lead++) for (let trail = 0x40; trail < 255; trail++) note([lead, trail]);
  return (text) => Uint8Array.from([...text].flatMap((one) => bytesOf.get(one) ?? []));
}

const cases: readonly (readonly [label: string, title: string, names: readonly string[]])[] = [
  ["gb18030", "GBK", ["图1.png", "图2.png"]],
  ["gb18030", "GBK", ["中文/图1.png"]],
  ["gb18030", "GBK", ["照片/鱼 01.jpg", "照片/标注.json"]],
  ["shift_jis", "Shift-JIS", ["写真1.jpg", "写真2.jpg"]],
  ["shift_jis", "Shift-JIS", ["テスト/さかな.png"]],
  ["euc-kr", "EUC-KR", ["사진/물고기 1.png"]],
  ["big5", "Big5", ["圖片/魚類照片.png", "圖片/標註檔案.json"]],
  ["shift_jis", "Shift-JIS", ["図1.png", "図2.png"]],
  ["shift_jis", "Shift-JIS", ["水中映像/魚類_01.png", "水中映像/注釈.json"]],
  ["ibm866", "code page 866", ["рыба1.png", "рыба2.png"]],
  ["ibm866", "code page 866", ["Видео/Кадр 01.png"]],
  ["windows-1251", "Windows-1251", ["Видео/Кадр 01.png", "Видео/разметка.json"]],
  ["windows-1252", "Windows-1252", ["Größe/Fänge.png", "Größe/été.png"]],
];

test.each(cases)("%s is recognized by %s: %j", (label, title, names) => {
  const encode = encoderOf(label);
  const bytes = names.map(encode);
  const { decode, guessed } = readNames(bytes);
  expect([guessed, bytes.map(decode)]).toEqual([title, names]);
});

test("names of DOS are those of code page 437, and UTF-8 without a word needs no guess", () => {
  const dos = Uint8Array.from([0x47, 0x72, 0x94, 0xe1, 0x65]);
  const { decode, guessed } = readNames([dos]);
  expect([guessed, decode(dos)]).toEqual(["code page 437", "Größe"]);
  for (const name of [
    "Fa\u0308nge.png",
    "été.png",
    "рыба.png",
    "ψάρι.png",
    "图1.png",
    "さかな.png",
    "물고기.png",
    "🐟.png",
  ]) {
    const bytes = new TextEncoder().encode(name);
    const read = readNames([bytes]);
    expect([read.guessed, read.decode(bytes)]).toEqual([undefined, name]);
  }
});

test("one short name is enough for what is common, and plain names stay as they are", () => {
  const rawOf = (...parts: readonly (number | string)[]): Uint8Array =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])));
  // As written by Windows in China and Japan.
  const gbk = rawOf(0xcd, 0xbc, 0xc6, 0xac, "/", 0xd3, 0xe3, ".jpg");
  const shiftJis = rawOf(0x89, 0xe6, 0x91, 0x9c, "/", 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, ".jpg");
  const dos = rawOf("M", 0x81, "ller ", 0x82, ".jpg");
  expect([gbk, shiftJis, dos].map((raw) => readNames([raw]).decode(raw))).toEqual([
    "图片/鱼.jpg",
    "画像/テスト.jpg",
    "Müller é.jpg",
  ]);
});
