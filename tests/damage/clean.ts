/**
 * Files without errors, one per format, with a record per line or few lines: `wakeline validate` finds nothing in them.
 */

export interface CleanFile {
  readonly name: string;
  readonly text: string;
}

const tracks = [0, 1, 2, 3, 4, 5];
const frames = [0, 1, 2, 3];
const typeOf = (track: number): string => ["cod", "ling", "crab"][track % 3] ?? "cod";
/** Left, top, right, bottom. */
const boundsOf = (track: number, frame: number): readonly number[] => {
  const [left, top] = [20 + track * 90 + frame * 3, 30 + track * 40];
  return [left, top, left + 60, top + 30];
};
const size = { width: 640, height: 480 };
const pictures = frames.map((frame) => `frame_${String(frame).padStart(4, "0")}.png`);
const records = tracks.flatMap((track) => frames.map((frame) => ({ track, frame, bounds: boundsOf(track, frame) })));

const csv = [
  "# 1: Detection or Track-id,2: Video or Image Identifier,3: Unique Frame Identifier,4-7: Img-bbox(TL_x,TL_y,BR_x,BR_y),8: Detection or Length Confidence,9: Target Length (0 or -1 if invalid),10-11+: Repeated Species,Confidence Pairs or Attributes",
  '# metadata,fps: 5,"exported_by: ""example"""',
  ...records.map(
    ({ track, frame, bounds }) =>
      `${track},${pictures[frame]},${frame},${bounds.join(",")},0.9,-1,${typeOf(track)},0.9,(kp) head ${bounds[0]} ${bounds[1]},(atr) size 3`,
  ),
];

const mot = records.map(({ track, frame, bounds: [left = 0, top = 0, right = 0, bottom = 0] }) =>
  [frame + 1, track + 1, left + 1, top + 1, right - left, bottom - top, 1, (track % 3) + 1, 0.8].join(","),
);

const dive = {
  tracks: Object.fromEntries(
    tracks.map((track) => [
      String(track),
      {
        id: track,
        begin: 0,
        end: 3,
        confidencePairs: [[typeOf(track), 0.9]],
        attributes: { size: 3 },
        features: frames.map((frame) => ({ frame, bounds: boundsOf(track, frame), keyframe: true })),
      },
    ]),
  ),
  groups: {
    "0": {
      id: 0,
      begin: 0,
      end: 3,
      members: { "1": { ranges: [[0, 3]] } },
      confidencePairs: [["pair", 1]],
      attributes: {},
    },
  },
  version: 2,
};

const coco = {
  info: { description: "example" },
  images: pictures.map((name, frame) => ({ id: frame + 1, file_name: name, ...size, frame_index: frame })),
  annotations: records.map(({ track, frame, bounds: [left = 0, top = 0, right = 0, bottom = 0] }, index) => ({
    id: index + 1,
    image_id: frame + 1,
    category_id: (track % 3) + 1,
    track_id: track,
    bbox: [left, top, right - left, bottom - top],
    segmentation: [[left, top, right, top, right, bottom, left, bottom]],
    score: 0.9,
  })),
  categories: ["cod", "ling", "crab"].map((name, index) => ({ id: index + 1, name })),
};

const label = (name: string): string => `    <label><name>${name}</name><attributes></attributes></label>`;
const cvat = [
  '<?xml version="1.0" encoding="utf-8"?>',
  "<annotations>",
  " <version>1.1</version>",
  ` <meta><task><size>4</size><mode>interpolation</mode><original_size><width>640</width><height>480</height></original_size><labels>`,
  ...["cod", "ling", "crab"].map(label),
  " </labels></task></meta>",
  ...tracks.flatMap((track) => [
    ` <track id="${track}" label="${typeOf(track)}" source="manual">`,
    ...frames.map((frame) => {
      const [left, top, right, bottom] = boundsOf(track, frame);
      return `  <box frame="${frame}" outside="0" occluded="0" keyframe="1" xtl="${left}" ytl="${top}" xbr="${right}" ybr="${bottom}" z_order="0"></box>`;
    }),
    ` <box frame="4" outside="1" occluded="0" keyframe="1" xtl="1" ytl="1" xbr="9" ybr="9" z_order="0"></box>`,
    " </track>",
  ]),
  "</annotations>",
];

const voc = [
  "<annotation>",
  ` <filename>${pictures[0]}</filename>`,
  ` <size><width>640</width><height>480</height><depth>3</depth></size>`,
  ...tracks.flatMap((track) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = boundsOf(track, 0);
    return [
      " <object>",
      `  <name>${typeOf(track)}</name>`,
      "  <difficult>0</difficult>",
      `  <bndbox><xmin>${left + 1}</xmin><ymin>${top + 1}</ymin><xmax>${right}</xmax><ymax>${bottom}</ymax></bndbox>`,
      " </object>",
    ];
  }),
  "</annotation>",
];

const yolo = tracks.map((track) => {
  const [left = 0, top = 0] = boundsOf(track, 0);
  const parts = [(left + 30) / 640, (top + 15) / 480, 60 / 640, 30 / 480];
  return [track % 3, ...parts.map((part) => part.toFixed(5))].join(" ");
});

const kpf = records.flatMap(({ track, frame, bounds }, index) => [
  `- {geom: {id0: ${index}, id1: ${track}, ts0: ${frame}, g0: ${bounds.join(" ")}, keyframe: true}}`,
]);
const kpfTypes = tracks.map((track) => `- {types: {id1: ${track}, cset3: {${typeOf(track)}: 1.0}}}`);

const lines = (list: readonly string[]): string => `${list.join("\n")}\n`;

export const cleanFiles = {
  "viame-csv": { name: "clean.csv", text: lines(csv) },
  mot: { name: "gt.txt", text: lines(mot) },
  "dive-json": { name: "clean.json", text: JSON.stringify(dive, undefined, 1) },
  coco: { name: "coco.json", text: JSON.stringify(coco, undefined, 1) },
  kwcoco: { name: "kwcoco.json", text: JSON.stringify({ ...coco, videos: [{ id: 1, name: "v" }] }, undefined, 1) },
  "cvat-xml": { name: "annotations.xml", text: lines(cvat) },
  voc: { name: "voc.xml", text: lines(voc) },
  yolo: { name: "frame_0000.txt", text: lines(yolo) },
  kpf: { name: "clean.kpf.yml", text: lines([...kpf, ...kpfTypes]) },
} as const satisfies Record<string, CleanFile>;

export type DamagedFormat = keyof typeof cleanFiles;
