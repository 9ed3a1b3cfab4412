/** Which pipelines are offered for which datasets, what a training needs, and what is sent to the server. */
import { afterAll, expect, test } from "vitest";
import type { Folder, Pipe } from "../../schemas/wire.ts";
import { builtinPairPipelines, builtinPipelines } from "../../server/adapters/builtin/pipelines/index.ts";
import { setLanguage, withTexts } from "../../web/base/texts/index.ts";
import { modelOrigin } from "../../web/features/model-origin.ts";
import { fullName } from "../../web/features/run/pipe-name.ts";
import { pipeWords } from "../../web/features/run/pipe-words.ts";
import { enteredValues, missingParameter, parametersOf } from "../../web/features/run/pipe-parameters.ts";
import {
  listPipelines,
  refusalToRun,
  refusalToTrain,
  refusedNames,
  runTargetOf,
  type RunTarget,
} from "../../web/features/run/run-target.ts";
import { canTrain, trainingRefusal } from "../../web/features/run/run-training.ts";

const pipe = (type: string, name: string, metadata?: object): Pipe =>
  ({ name, type, pipe: `${type}_${name}.pipe`, folderId: null, metadata }) as Pipe;
const category = (...pipes: Pipe[]) => ({ pipes, description: "" });
const target = (given: Partial<RunTarget> = {}): RunTarget => ({
  id: "d",
  name: "reef",
  mayWrite: true,
  type: "video",
  cameraCount: 1,
  isStereo: false,
  isCalibrated: false,
  ...given,
});

const pipelines = {
  detector: category(pipe("detector", "fish"), pipe("detector", "motion")),
  "2-cam": category(pipe("2-cam", "tracker_2-cam")),
  "3-cam": category(pipe("3-cam", "tracker_3-cam")),
  measurement: category(pipe("measurement", "length")),
  trained: category(),
};
const namesFor = (...targets: RunTarget[]) => listPipelines(pipelines, targets).map(({ name }) => name);

test("[S-RUN-02, S-RUN-07, S-RUN-08, S-RUN-09] pipelines by category; 2-cam and 3-cam by the camera count, measurement for stereo", () => {
  expect(listPipelines(pipelines, [target()])).toEqual([
    {
      name: "detector",
      pipes: [
        { name: "fish", type: "detector", pipe: "detector_fish.pipe", folderId: null },
        { name: "motion", type: "detector", pipe: "detector_motion.pipe", folderId: null },
      ],
    },
  ]);
  const [two, three, four] = [2, 3, 4].map((cameraCount) => target({ type: "multi", cameraCount }));
  const stereo = target({ type: "multi", cameraCount: 2, isStereo: true, isCalibrated: true });
  const unmeasured = target({ type: "multi", cameraCount: 2, isStereo: true });
  expect(namesFor(two!)).toEqual(["2-cam"]);
  expect(namesFor(three!)).toEqual(["3-cam"]);
  expect(namesFor(four!)).toEqual([]);
  expect(namesFor(stereo)).toEqual(["2-cam", "measurement"]);
  expect(namesFor(stereo, two!)).toEqual(["2-cam"]);
  // Without a calibration nothing can be measured.
  expect(namesFor(unmeasured)).toEqual(["2-cam"]);
  expect(namesFor(target(), two!)).toEqual([]);
});

test("two pipelines of one name differ by their categories; a trained one has the name it was given", () => {
  const names = ["detector", "tracker", "trained", "novel"].map((type) => fullName(pipe(type, "motion")));
  expect(names).toEqual(["motion (Detector)", "motion (Tracker)", "motion", "motion (novel)"]);
});

test("a folder says how many cameras its dataset has", () => {
  const folder = (meta: object) => runTargetOf({ _id: "d", _accessLevel: 1, name: "reef", meta } as Folder);
  expect(folder({ type: "video" })).toEqual(target());
  const multiCam = { cameras: { left: {}, right: {} } };
  expect(folder({ type: "multi", subType: "stereo", multiCam })).toEqual(
    target({ type: "multi", cameraCount: 2, isStereo: true }),
  );
  const calibrated = { ...multiCam, calibrationItemId: "c", jsonCalibrationItemId: "j" };
  const isCalibrated = (own: object) =>
    folder({ type: "multi", subType: "stereo", multiCam: { ...calibrated, ...own } }).isCalibrated;
  expect([isCalibrated({}), isCalibrated({ calibrationConversionError: "no R" })]).toEqual([true, false]);
  // A camera's metadata about other cameras is ignored.
  expect(folder({ type: "video", subType: "stereo", multiCam })).toEqual(target());
});

test("[S-RUN-05, S-RUN-06] no pipeline runs on nothing, in read-only mode, or on large images", () => {
  expect(refusalToRun([target()])).toBeUndefined();
  expect(refusalToRun([])).toBe("noDatasets");
  expect(refusalToRun([target()], true)).toBe("readOnly");
  expect(refusalToRun([target(), target({ type: "large-image" })])).toBe("largeImage");
});

test("what may not be run is refused before a form is filled in, with the names of the datasets", () => {
  const [own, lent] = [target(), target({ name: "lent", mayWrite: false })];
  expect(refusalToRun([own, lent])).toBe("noRight");
  expect(refusedNames("noRight", [own, lent])).toBe("lent");
  const rig = target({ name: "rig", type: "multi", cameraCount: 2 });
  expect([refusalToTrain([own]), refusalToTrain([]), refusalToTrain([own, rig])]).toEqual([
    ...[undefined, "noDatasets", "multiCamera"],
  ]);
  const rigs = ["a", "b", "c", "d"].map((name) => ({ ...rig, name }));
  expect(refusedNames("multiCamera", [own, ...rigs])).toBe("a, b, c, …");
});

test("[S-RUN-04, S-RUN-10, S-RUN-11] a training needs a name, a configuration and a dataset", () => {
  expect(trainingRefusal([], { configurations: ["a.conf"] })).toBe("No selected datasets to run on");
  expect(trainingRefusal(["d"], { configurations: [] })).toBe("Training configurations not found.");
  expect(trainingRefusal(["d"], { configurations: ["a.conf"] })).toBeUndefined();
  const request = {
    datasetIds: ["d"],
    modelName: "fish",
    configuration: "a.conf",
    annotatedFramesOnly: false,
    labelText: "",
    baseModel: undefined,
  };
  expect(canTrain(request)).toBe(true);
  for (const missing of [{ datasetIds: [] }, { modelName: "  " }, { configuration: "" }])
    expect(canTrain({ ...request, ...missing })).toBe(false);
});

test("[S-MODELS-04] a model with a folder is a person's, one without the system's", () => {
  expect(modelOrigin({ folderId: "f" })).toBe("User");
  expect(modelOrigin({ folderId: null })).toBe("System");
  expect(modelOrigin({})).toBe("System");
});

test("what can be set for a run: fields with their defaults; empty ones are not sent, needed ones are missed", () => {
  const diveParams = [
    { key: "threshold", label: "Threshold", type: "number", type_props: { min: 0, max: 1 }, default: 0.5 },
    { key: "name", label: "Name", type: "text", type_props: {}, default: null, required: true },
    { key: "kind", label: "Kind", type: "select", type_props: { items: ["a", "b"] }, default: "a" },
    { key: "later", label: "Of a later version", type: "color", default: "red" },
    "nonsense",
  ];
  const parameters = parametersOf(pipe("detector", "fish", { diveParams }));
  expect(parameters.map(({ key, initial }) => [key, initial])).toEqual([
    ["threshold", 0.5],
    ["name", ""],
    ["kind", "a"],
  ]);
  expect(parameters[0]?.limits).toEqual({ min: 0, max: 1 });
  expect(parameters[2]?.items).toEqual(["a", "b"]);
  expect(missingParameter(parameters, { threshold: "", name: "" })).toBe("name");
  expect(missingParameter(parameters, { threshold: "", name: "x" })).toBeUndefined();
  expect(enteredValues({ threshold: "", name: "x", kind: "a" })).toEqual({ name: "x", kind: "a" });
  expect(parametersOf(pipe("detector", "fish"))).toEqual([]);
});

test("what a built-in pipeline does and asks is in the language of the page; other pipelines keep their own words", async () => {
  afterAll(() => setLanguage("en"));
  await withTexts("pipes", setLanguage("de"));
  const said = [...builtinPipelines, ...builtinPairPipelines].flatMap(
    ({ description: { description, parameters } }) => [description ?? "", ...parameters.map(({ label }) => label)],
  );
  expect(said.length).toBeGreaterThan(20);
  expect(said.filter((text) => pipeWords(text) === text)).toEqual([]);
  expect(pipeWords("Find fish.")).toBe("Find fish.");
});
