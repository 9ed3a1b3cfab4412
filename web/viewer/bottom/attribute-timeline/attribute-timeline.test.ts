import { expect, test } from "vitest";
import { createAttributeTimeline, isOnTimeline, withAttribute } from "./attribute-timeline.ts";

test("[V-TIMELINE-20] the settings of the attribute timeline have an enabled flag and a key filter", () => {
  const settings = createAttributeTimeline().settings.value;
  expect(settings).toEqual({ enabled: false, filter: { type: "key", value: true, active: false, appliedTo: [] } });
  const without = withAttribute(settings, ["depth", "pose"], "pose", false);
  expect(without.filter).toEqual({ type: "key", value: true, active: true, appliedTo: ["depth"] });
  expect([isOnTimeline(without, "depth"), isOnTimeline(without, "pose")]).toEqual([true, false]);
  // No filter: attributes defined later are shown too.
  expect(withAttribute(without, ["depth", "pose"], "pose", true).filter).toMatchObject({ active: false });
});
