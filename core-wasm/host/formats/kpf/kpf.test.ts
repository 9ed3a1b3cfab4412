import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { allTracks, builds, id, frame, text, utf8 } from "../../testing/cores.ts";
import { parseFlowItem, type YamlValue } from "./kpf-flow.ts";
import { readKpf as readKpfFiles } from "./kpf-reader.ts";
import { readAnnotationFile } from "../annotation-formats.ts";
import { sourceOfFiles } from "../sources/source.ts";
import type { AnnotationCore, ReadOptions, ReadReport } from "../../types.ts";
import { joinPieces } from "../exchange/writing.ts";
import { writeKpf } from "./kpf-writer.ts";

const readKpf = (core: AnnotationCore, bytes: Uint8Array, options: ReadOptions): Promise<ReadReport> =>
  readKpfFiles(core, sourceOfFiles([{ name: "a.yml", bytes }]), options);

const everything = { fps: undefined, filter: undefined };
const packet = (track: number, at: number): string =>
  `- { geom: { id0: 0, id1: ${track}, ts0: ${at}, ts1: 0.5, g0: 1.5 2 3 4, keyframe: true, src: truth } }\n`;

/** More than a call may have arguments; `npm run test:long` reads a million. */
const manyPackets = Number(process.env["WAKELINE_KPF_PACKETS"] ?? 200_000);

test("very many packets are read", async () => {
  const core = await builds[0]!.create();
  const lines = Array.from({ length: manyPackets }, (_, n) => packet(n % 1000, Math.floor(n / 1000)));
  const report = await readKpf(core, utf8(lines.join("")), {});
  expect(report).toMatchObject({ detectionCount: manyPackets, trackCount: 1000, problemCount: 1 });
});

test("positions, types and activities of one clip are read together; those of several clips are not", async () => {
  const core = await builds[0]!.create();
  const files = {
    "a.activities.yml":
      "- { act: { act2: { Talk: 1.0 }, id2: 1, timespan: [{ tsr0: [4, 4] }], actors: [{ id1: 3, timespan: [{ tsr0: [4, 4] }] }] } }\n",
    "a.geom.yml": packet(3, 4),
    "a.types.yml": "- { types: { id1: 3, cset3: { Person: 1.0 } } }\n",
  };
  const sourceOf = (named: Readonly<Record<string, string>>) =>
    sourceOfFiles(Object.entries(named).map(([name, content]) => ({ name, bytes: utf8(content) })));
  const report = await readAnnotationFile(core, sourceOf(files), {});
  expect(report).toMatchObject({ format: "kpf", trackCount: 1, groupCount: 1, problems: [] });
  expect(allTracks(core)).toMatchObject([{ confidencePairs: [["Person", 1]], features: [{ frame: 4 }] }]);
  await expect(readAnnotationFile(core, sourceOf({ ...files, "b.geom.yml": packet(3, 4) }), {})).rejects.toThrow(
    "read them one at a time",
  );
});

describe.each(builds)("$name build", ({ create }) => {
  test("text that no string can hold is refused before anything is read", async () => {
    const core = await create();
    // Blanks where the reader looks for binary data; the system allocates the rest only when it is touched.
    const yaml = new Uint8Array(0x1fffffe9).fill(32, 0, 10_000);
    await expect(readKpf(core, yaml, {})).rejects.toThrow(
      "This kind of file has to be read in one piece, which may have 536 MB.",
    );
    const utf16 = new Uint8Array(2 * 0x1fffffe9).fill(32, 0, 10_000);
    utf16.set([0xff, 0xfe]);
    await expect(readKpf(core, utf16, {})).rejects.toThrow("which may have 1073 MB");
  });

  test("thousands of packets do not go through the library", async () => {
    const core = await create();
    const packets = Array.from({ length: 25_000 }, (_, index) => packet(index % 500, Math.floor(index / 500)));
    const before = process.cpuUsage();
    const report = await readKpf(core, utf8(packets.join("")), {});
    const { user, system } = process.cpuUsage(before);
    // With the library it takes eight seconds of CPU time.
    expect((user + system) / 1e6).toBeLessThan(4);
    expect(report).toMatchObject({ format: "kpf", trackCount: 500, detectionCount: 25_000 });
    expect(report.problems.map(({ code }) => code)).toEqual(["kpf-types-missing"]);
  });

  test("a polygon that a packet cannot hold is left out and counted", async () => {
    const core = await create();
    const corners = [1, 9, 5].map((x) => [x, x % 4]);
    const rings: readonly (readonly unknown[])[] = [
      corners.slice(1),
      corners.map((position) => [...position, 7]),
      [...corners, null],
      [...corners, ["1", 2]],
    ];
    for (const ring of [corners, ...rings]) {
      const polygon = { type: "Feature", properties: { key: "" }, geometry: { type: "Polygon", coordinates: [ring] } };
      const geometry = { type: "FeatureCollection", features: [polygon] };
      const features = [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true, interpolate: true, geometry }];
      const track = { id: 1, begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {}, features };
      core.reader.readDiveJson(utf8(JSON.stringify({ tracks: { "1": track }, groups: {}, version: 2 })));
      const { bytes, losses } = joinPieces(writeKpf(core, everything));
      const isHeld = ring === corners;
      expect(text(bytes).includes("poly0"), JSON.stringify(ring)).toBe(isHeld);
      expect(losses.map(({ kind, count }) => [kind, count])).toEqual(isHeld ? [] : [["geometry", 1]]);
    }
  });

  test("packets are added to what the core holds, and a refused file changes nothing", async () => {
    const core = await create();
    await readKpf(core, utf8(packet(3, 0)), {});
    await readKpf(core, utf8(packet(3, 7)), { mode: "additive", typePrefix: "new" });
    core.assertIntegrity();
    expect([...core.writer.trackRows()].map((row) => [row.id, row.begin, row.label])).toEqual([
      [3, 0, "unknown"],
      [7, 7, "new_unknown"],
    ]);
    await expect(readKpf(core, utf8("just text"), { mode: "additive" })).rejects.toThrow("list of packets");
    expect(core.trackCount).toBe(2);
    await expect(readKpf(core, utf8("- {geom: {}}"), { strict: true })).rejects.toThrow("id1");
    expect(core.trackCount).toBe(0);
  });

  test("an invalid geometry is a loss", async () => {
    const core = await create();
    const geometries = [{ features: 5 }, { features: [null] }, { features: [{ geometry: { coordinates: 1 } }] }, "x"];
    const features = geometries.map((geometry, frame) => ({
      frame,
      bounds: [0, 0, 1, 1],
      interpolate: true,
      geometry,
    }));
    core.reader.readDiveJson(utf8(JSON.stringify({ tracks: { 0: { id: 0, features } } })));
    expect(joinPieces(writeKpf(core, { fps: undefined, filter: undefined })).losses).toContainEqual(
      expect.objectContaining({ kind: "geometry", count: 4 }),
    );
  });

  test("written files are read back the same, to the last digit", async () => {
    const core = await create();
    const reread = await create();
    core.reader.readDiveJson(
      utf8(
        JSON.stringify({
          tracks: {
            4: {
              id: 4,
              begin: 0,
              end: 9,
              confidencePairs: [["a, b: {c}", 0.1]],
              attributes: { activityIds: "2", srcStatus: "new" },
              features: [
                { frame: 0, bounds: [0.1, 1e-7, 1e21, 4], keyframe: true, interpolate: true },
                { frame: 9, bounds: [1, 2, 3, 4], keyframe: true, interpolate: true },
              ],
            },
          },
          groups: {
            2: {
              id: 2,
              begin: 0,
              end: 9,
              confidencePairs: [["talks", 1]],
              attributes: {},
              members: { 4: { ranges: [[0, 9]] } },
            },
          },
          version: 2,
        }),
      ),
    );
    const { bytes, losses } = joinPieces(writeKpf(core, everything));
    expect(losses).toEqual([]);
    expect((await readKpf(reread, bytes, {})).problems).toEqual([]);
    expect(allTracks(reread)).toEqual(allTracks(core));
    expect([...reread.writer.groupRows()]).toEqual([...core.writer.groupRows()]);
    expect(reread.detectionAt(id(4), frame(0))?.bounds).toEqual([0.1, 1e-7, 1e21, 4]);
    expect(text(joinPieces(writeKpf(reread, everything)).bytes)).toBe(text(bytes));
  });

  test("only types of the filter are written", async () => {
    const core = await create();
    await readKpf(core, utf8(`- { types: { id1: 1, cset3: { a: 0.9, b: 0.4 } } }\n${packet(1, 0)}${packet(2, 0)}`), {});
    const { bytes, trackCount } = joinPieces(
      writeKpf(core, { fps: 10, filter: { thresholds: { default: 0.5 }, types: ["a", "b"] } }),
    );
    expect(trackCount).toBe(1);
    expect(text(bytes)).toBe(
      "- { types: { id1: 1, cset3: { a: 0.9 } } }\n" +
        "- { geom: { id0: 0, id1: 1, ts0: 0, ts1: 0.0, g0: 1.5 2 3 4, keyframe: true } }\n",
    );
  });
});

const lines = [
  "- { geom: { id0: 1, g0: 1 2 3 4, keyframe: true } }",
  "- geom: { id0: 1, src: truth } # comment",
  "- {a: [1, 2.5, -3, 1e3, .5], b: [], c: {}}",
  "- { a: true, b: False, c: null, d: ~, e: yes, f: 007 }",
  `- { "a b": 'it''s', c: "x\\n\\u00e9", d: "" }`,
  "- { a: b c d, e: f-g }",
  "- [1, [2, 3], { a: 4 }]",
  "- { a: 10:30, b: x }",
  "- { a: http://x, b: c }",
];

test.each(lines)("the short way reads %s as the library does", (line) => {
  const value = parseFlowItem(line);
  expect(value).toBeDefined();
  expect(value).toEqual((parse(line, { mapAsMap: true }) as readonly YamlValue[])[0]);
});

const foreign = [
  "- { a: &x 1 }",
  "- { a: *x }",
  "- { a: !!int 1 }",
  "- { a: 1",
  "- { a: 1 } }",
  "- { a: 1, a: 2 }",
  "- { a: 'open }",
  "- a",
  "- a: b",
  "-",
  "- { ? a : b }",
  "- { a: -i }",
  "- { a: 0x10 }",
  "- { a: .inf }",
  `- ${"[".repeat(50)}${"]".repeat(50)}`,
];

test.each(foreign)("the short way leaves %s to the library", (line) => {
  expect(parseFlowItem(line)).toBeUndefined();
});
