/**
 * A small real program that trains, runs what it has trained, and exports it: with its manifest, in a folder of
 * programs.
 */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Learns the types and the mean size of the boxes, and detects one such box on each picture. */
const program = `
import fs from "node:fs";
const [what, ...args] = process.argv.slice(2);
const rows = (csv) => fs.readFileSync(csv, "utf8").split(/\\r?\\n/).filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split(","));
if (what === "train") {
  const [configuration, list, ...options] = args;
  const sets = fs.readFileSync(list, "utf8").trim().split("\\n").map((line) => line.split("\\t"));
  const all = sets.flatMap(([, csv]) => rows(csv));
  if (all.length === 0) { console.error("nothing is annotated"); process.exit(1); }
  console.log("epoch 1 of 2"); console.log("epoch 2 of 2");
  const widths = all.map((row) => Number(row[5]) - Number(row[3]));
  const model = { type: all[0][9], width: widths.reduce((sum, one) => sum + one, 0) / widths.length,
    pictures: sets.map(([media]) => fs.readFileSync(media, "utf8").trim().split("\\n").length),
    names: sets.map(([, , name]) => name), options: options.map((one) => one.startsWith("/") ? fs.statSync(one).isDirectory() ? fs.readdirSync(one).sort() : fs.readFileSync(one, "utf8") : one),
    configuration: fs.readFileSync(configuration, "utf8").trim() };
  fs.mkdirSync("out");
  fs.writeFileSync("out/detector.pipe", "process\\n");
  fs.writeFileSync("out/model.json", JSON.stringify(model));
  fs.writeFileSync("out/training-result.json", JSON.stringify({ averagePrecision: 0.75, loss: 0.5 }));
}
if (what === "run") {
  const [pipe, list, result] = args;
  const { type, width } = JSON.parse(fs.readFileSync(pipe.replace(/[^/]*$/, "model.json"), "utf8"));
  const pictures = fs.readFileSync(list, "utf8").trim().split("\\n");
  fs.writeFileSync(result, pictures.map((path, n) => [n, path.replace(/.*\\//, ""), n, 0, 0, width, width, 0.5, -1, type, 0.5].join()).join("\\n") + "\\n");
}
if (what === "export") fs.writeFileSync(args[1], "onnx of " + fs.readFileSync(args[0] + "/model.json", "utf8"));
`;

export function installTrainer(programs: string): void {
  writeFileSync(join(programs, "learn.mjs"), `#!${process.execPath}\n${program}`);
  chmodSync(join(programs, "learn.mjs"), 0o755);
  writeFileSync(join(programs, "boxes.conf"), "of boxes\n");
  const training = {
    command: ["./learn.mjs", "train", "{configuration}", "{datasets}"],
    forAnnotatedFramesOnly: ["--annotated"],
    forLabels: ["{labels}"],
    forFineTune: ["{fineTune}"],
    configurations: ["boxes.conf", "other.conf"],
    result: "out",
    progress: "^epoch (?<done>\\d+) of (?<total>\\d+)",
    export: { command: ["./learn.mjs", "export", "{model}", "{folder}/m.onnx"], result: "m.onnx" },
  };
  const manifest = { command: ["./learn.mjs", "run", "{pipe}", "{media}", "{folder}/r.csv"], results: ["r.csv"] };
  writeFileSync(join(programs, "runner.json"), JSON.stringify({ ...manifest, runsTrained: true, training }));
}
