import { expect, test } from "vitest";
import type { AttributeDefinition } from "#schemas";
import {
  attributeKey,
  defaultRender,
  defaultSlider,
  newDefinition,
  withBoxBackground,
  withDatatype,
} from "./definition.ts";
import { isTaken, nameProblem, sliderProblems, stopProblems } from "./definition-rules.ts";
import { colorOfValue } from "./value-colors.ts";
import { listDefinitions, parseValue, sharedValue, valueIn } from "./values.ts";

const age: AttributeDefinition = { belongs: "track", datatype: "number", name: "age", key: "track_age" };

test("[V-ATTR-03] [V-ATTR-16] a new attribute is a text with the name of its mode; the key joins belongs and name", () => {
  expect(newDefinition("track")).toMatchObject({
    datatype: "text",
    name: "NewTrackAttribute",
    key: "track_NewTrackAttribute",
  });
  expect(newDefinition("detection")).toMatchObject({ datatype: "text", name: "NewDetectionAttribute" });
  expect(attributeKey("detection", "sex")).toBe("detection_sex");
});

test("with another datatype the editor is its simplest one", () => {
  expect(withDatatype({ ...age, valueColors: { 1: "#ffffff" } }, "text")).toEqual({
    ...age,
    datatype: "text",
    values: [],
    editor: { type: "freeform" },
  });
  expect(withDatatype(newDefinition("track"), "number").editor).toEqual({ type: "combo" });
  expect(withDatatype(newDefinition("track"), "boolean")).not.toHaveProperty("editor");
});

test("[V-ATTR-17] [V-ATTR-18] rendering that is turned on has these settings", () => {
  expect(defaultRender(age.name)).toMatchObject({
    typeFilter: ["all"],
    displayTextSize: -1,
    order: 0,
    location: "outside",
    corner: "SE",
    layout: "horizontal",
    box: false,
    displayWidth: { type: "%", val: 10 },
    displayHeight: { type: "auto", val: 10 },
  });
});

test("[V-ATTR-19] the box background begins white with opacity 0; off clears both", () => {
  const render = defaultRender("age");
  const on = withBoxBackground(render, true);
  expect(on).toMatchObject({ boxBackground: "#ffffff", boxOpacity: 0 });
  expect(withBoxBackground(on, false)).toEqual(render);
});

test("[V-ATTR-20] [V-ATTR-21] [V-ATTR-22] a name is required, without spaces, and not the reserved one", () => {
  expect(nameProblem("")).toBe("nameRequired");
  expect(nameProblem("two words")).toBe("noSpaces");
  expect(nameProblem(" ")).toBe("noSpaces");
  expect(nameProblem("userAttributes")).toBe("reservedName");
  expect(nameProblem("length")).toBeUndefined();
});

test("[V-ATTR-24] taken is a name only among its own kind", () => {
  const existing = { track_age: age };
  expect(isTaken({ belongs: "track", name: "age" }, existing)).toBe(true);
  expect(isTaken({ belongs: "detection", name: "age" }, existing)).toBe(false);
  expect(isTaken({ belongs: "track", name: "toString" }, existing)).toBe(false);
});

test("[V-ATTR-25] [V-ATTR-26] [V-ATTR-27] [V-ATTR-28] [V-ATTR-29] what is wrong with a slider", () => {
  expect(defaultSlider).toEqual({ type: "slider", range: [0, 1], steps: 0.1 });
  expect(sliderProblems({ min: 0, max: 1, steps: 0.1 })).toEqual({});
  expect(sliderProblems({ min: "", max: "x", steps: 0.1 })).toEqual({ min: "numberRequired", max: "numberRequired" });
  expect(sliderProblems({ min: 2, max: 1, steps: 0.1 })).toEqual({
    min: "minNotSmaller",
    max: "maxNotLarger",
    steps: "stepsTooLarge",
  });
  expect(sliderProblems({ min: 1, max: 1, steps: 0.1 })).toMatchObject({ min: "minNotSmaller", max: "maxNotLarger" });
  expect(sliderProblems({ min: 0, max: 1, steps: 1 })).toEqual({ steps: "stepsTooLarge" });
  expect(sliderProblems({ min: 0, max: 1, steps: "" })).toEqual({ steps: "stepsTooLarge" });
  expect(sliderProblems({ min: 0, max: 1, steps: 0 })).toEqual({ steps: "stepsTooLarge" });
  expect(sliderProblems({ min: "-1.5", max: "1.5", steps: "0.5" })).toEqual({});
});

test("[V-ATTR-30] [V-ATTR-31] stops of a number's colours are at least 0 and differ", () => {
  expect(stopProblems([0, 1.5, 3])).toEqual([undefined, undefined, undefined]);
  expect(stopProblems([-1, 1])).toEqual(["stopNegative", undefined]);
  expect(stopProblems(["", 1])).toEqual(["stopNegative", undefined]);
  expect(stopProblems([2, 1, "2"])).toEqual(["stopsNotUnique", undefined, "stopsNotUnique"]);
});

test("[V-ATTRPANEL-04] [V-ATTRPANEL-05] blank clears, numbers are floats, booleans are blank, true or false", () => {
  for (const blank of ["", "  ", "\t"]) {
    expect(parseValue("text", blank)).toBeUndefined();
    expect(parseValue("number", blank)).toBeUndefined();
    expect(parseValue("boolean", blank)).toBeUndefined();
  }
  expect(parseValue("text", " two words ")).toBe(" two words ");
  expect(parseValue("number", "3.25 cm")).toBe(3.25);
  expect(parseValue("number", "-1e3")).toBe(-1000);
  expect(parseValue("number", "wide")).toBe("invalid");
  expect(parseValue("number", "Infinity")).toBe("invalid");
  expect(parseValue("boolean", "true")).toBe(true);
  expect(parseValue("boolean", "false")).toBe(false);
  expect(parseValue("boolean", "yes")).toBe("invalid");
});

test("[V-ATTR-06] values of user attributes are read below the login", () => {
  const attributes = { sex: "f", userAttributes: { ann: { sex: "m" } } };
  expect(valueIn(attributes, { name: "sex" }, "ann")).toBe("f");
  expect(valueIn(attributes, { name: "sex", user: true }, "ann")).toBe("m");
  expect(valueIn(attributes, { name: "sex", user: true }, "bob")).toBeUndefined();
  expect(valueIn(attributes, { name: "constructor" }, "ann")).toBeUndefined();
  expect(valueIn({}, { name: "sex", user: true }, "toString")).toBeUndefined();
});

test("what files have set without a definition is listed with the datatype of its value", () => {
  const present = [{ age: 3, sex: "f", dead: true, list: [1], userAttributes: {} }];
  expect(listDefinitions("track", { track_age: age }, present)).toEqual([
    age,
    { belongs: "track", name: "sex", key: "track_sex", datatype: "text" },
    { belongs: "track", name: "dead", key: "track_dead", datatype: "boolean" },
  ]);
  expect(listDefinitions("detection", { track_age: age }, [{}])).toEqual([]);
});

test("several tracks share a value, or differ", () => {
  expect(sharedValue([1, 1])).toEqual({ value: 1, isMixed: false });
  expect(sharedValue([1, undefined])).toEqual({ value: undefined, isMixed: true });
  expect(sharedValue([])).toEqual({ value: undefined, isMixed: false });
});

test("texts have a color of their own, numbers one between the nearest stops", () => {
  const sex = { ...age, datatype: "text" as const, color: "#111111", valueColors: { f: "#ff0000" } };
  expect(colorOfValue(sex, "f")).toBe("#ff0000");
  expect(colorOfValue(sex, "m")).toBe("#111111");
  expect(colorOfValue(sex, "constructor")).toBe("#111111");
  const size = { ...age, valueColors: { 10: "#ffffff", 0: "#000000", 20: "#ff0000" } };
  expect(colorOfValue(size, -4)).toBe("#000000");
  expect(colorOfValue(size, 0)).toBe("#000000");
  expect(colorOfValue(size, 5)).toBe("#808080");
  expect(colorOfValue(size, 15)).toBe("#ff8080");
  expect(colorOfValue(size, 99)).toBe("#ff0000");
  expect(colorOfValue({ ...age, valueColors: {} }, 3)).toBe("#56b4e9");
});
