import { describe, expect, test } from "vitest";
import { builds, frame, id, utf8 } from "../testing/cores.ts";
import { CoreError, type AttributeKey } from "../types.ts";

const feature = (at: number, attributes: object) => ({
  frame: at,
  bounds: [0, 0, 9, 9],
  keyframe: true,
  interpolate: true,
  attributes,
});
const track = (trackId: number, attributes: object, ...features: object[]) => ({
  id: trackId,
  begin: 0,
  end: 9,
  confidencePairs: [["fish", 1]],
  attributes,
  features,
});

describe.each(builds)("$name", ({ create }) => {
  test("values of tracks and of stored detections, by key; nothing of lists, of other frames and of other users", async () => {
    const core = await create();
    core.reader.beginLoad();
    const tracks = [
      track(
        3,
        { sex: "f", age: 2.5, list: [1], userAttributes: { ann: { sex: "m" } } },
        feature(0, { clear: true, pose: "left" }),
        feature(9, { pose: "right" }),
      ),
      track(7, { sex: "m" }, feature(0, {}), feature(9, {})),
    ];
    core.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
    core.reader.endLoad();
    const ofTrack = (attribute: string, user?: string): AttributeKey => ({
      belongs: "track",
      attribute,
      ...(user !== undefined && { user }),
    });
    const pose = { belongs: "detection", attribute: "pose" } as const;
    expect(core.attributeValue(ofTrack("sex"), id(3), frame(0))).toBe("f");
    expect(core.attributeValue(ofTrack("sex", "ann"), id(3), frame(0))).toBe("m");
    expect(core.attributeValue(ofTrack("sex", "bob"), id(3), frame(0))).toBeUndefined();
    expect(core.attributeValue(ofTrack("age"), id(3), frame(5))).toBe(2.5);
    expect(core.attributeValue(ofTrack("list"), id(3), frame(0))).toBeUndefined();
    expect(core.attributeValue(pose, id(3), frame(0))).toBe("left");
    expect(core.attributeValue(pose, id(3), frame(4))).toBeUndefined();
    expect(core.attributeValue(pose, id(3), frame(9))).toBe("right");
    expect(core.attributeValue({ ...pose, attribute: "clear" }, id(3), frame(0))).toBe(true);
    expect(core.attributeTexts(ofTrack("sex"))).toEqual(["f", "m"]);
    expect(core.attributeTexts(pose)).toEqual(["left", "right"]);
    expect(() => core.attributeValue(pose, id(4), frame(0))).toThrow(CoreError);

    // Decoded values follow edits, undo and another load.
    core.transact("set", frame(0), (tx) => {
      tx.tracks.setAttribute(id(3), "sex", "x");
      tx.detections.setAttribute(id(3), frame(5), "pose", "up");
    });
    expect(core.attributeValue(ofTrack("sex"), id(3), frame(0))).toBe("x");
    expect(core.attributeValue(pose, id(3), frame(9))).toBe("right");
    expect(core.attributeValue(ofTrack("sex"), id(7), frame(0))).toBe("m");
    core.undo();
    expect(core.attributeValue(ofTrack("sex"), id(3), frame(0))).toBe("f");
    expect(core.attributeValue(pose, id(3), frame(0))).toBe("left");
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8(JSON.stringify([track(3, {}, feature(0, {}))])));
    core.reader.endLoad();
    expect(core.attributeValue(ofTrack("sex"), id(3), frame(0))).toBeUndefined();
  });
});
