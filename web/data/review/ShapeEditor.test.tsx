/** The editor of a chip: its marks, and the notice in place of too many. */
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { t } from "../../base/texts/index.ts";
import type { ChipBox } from "./chip-place.ts";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { editingPartOf, pictureKey } = await import("./chip-place.ts");
const { ShapeEditor } = await import("./ShapeEditor.tsx");

function outlined(count: number): ChipBox {
  const coordinates = [Array.from({ length: count }, (_, n) => [n, n % 7])];
  return {
    frame: 0,
    bounds: [0, 0, count, 7],
    geometry: { type: "FeatureCollection", features: [{ geometry: { type: "Polygon", coordinates } }] } as never,
  };
}

function markup(box: ChipBox): string {
  const props = { box, part: editingPartOf(box), color: "red", title: "fish", side: "right" } as const;
  const on = { onDraw: () => undefined, onShaped: () => undefined };
  return renderToStaticMarkup(
    <MantineProvider>
      <ShapeEditor {...props} {...on} />
    </MantineProvider>,
  );
}

test("an outline of 200 points has a mark on each; one with more says why it has none", () => {
  const [few, many] = [markup(outlined(200)), markup(outlined(201))];
  expect([few, many].map((text) => text.match(/<circle/g)?.length)).toEqual([204, 4]);
  expect([few, many].map((text) => text.includes(t("review.shapes.tooMany")))).toEqual([false, true]);
});

test("a tall box is edited with as much room at its sides as above it", () => {
  expect(editingPartOf({ frame: 0, bounds: [100, 50, 120, 150] })).toEqual({
    left: 50,
    top: 0,
    width: 120,
    height: 200,
  });
});

test("a changed outline is another picture, also in the same box", () => {
  const [one, other] = [outlined(10), { ...outlined(10), geometry: outlined(9).geometry! }];
  expect(pictureKey(one)).toBe(pictureKey(outlined(10)));
  expect(pictureKey(one)).not.toBe(pictureKey(other));
});
