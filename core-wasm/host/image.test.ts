/** A core that loads the image of another one behaves the same from then on. */
import { expect, test } from "vitest";
import { allTracks, builds, frame, id, utf8 } from "./testing/cores.ts";

const tracks = Array.from({ length: 300 }, (_, n) => ({
  id: n,
  begin: n % 20,
  end: (n % 20) + 3,
  confidencePairs: [[`type ${n % 7}`, 0.5]],
  attributes: { note: `attribute of ${n}` },
  features: [0, 3].map((later) => ({
    frame: (n % 20) + later,
    bounds: [n, 1.25, n + 10, 20],
    keyframe: true,
    interpolate: true,
    attributes: { depth: n / 3 },
  })),
}));

for (const { name, create } of builds) {
  test(`an image of a loaded core becomes the same core, which is edited on its own (${name})`, async () => {
    const loader = await create();
    loader.reader.beginLoad();
    loader.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
    loader.reader.loadGroupPage(utf8("[]"));
    loader.reader.endLoad();
    const image = structuredClone(loader.writer.takeImage());

    const shown = await create();
    shown.reader.beginLoad();
    shown.reader.loadTrackPage(utf8(JSON.stringify(tracks.slice(0, 2))));
    shown.reader.endLoad();
    let pauses = 0;
    await shown.reader.putImage(image, async () => void pauses++);
    expect(pauses).toBeGreaterThan(0);

    shown.assertIntegrity();
    expect(shown.trackCount).toBe(300);
    expect(shown.types()).toEqual(loader.types());
    expect(allTracks(shown)).toEqual(allTracks(loader));
    expect(shown.canUndo).toBe(false);
    for (const at of [0, 5, 22]) {
      const [there, here] = [loader, shown].map((core) => {
        const list = core.shown.frameQuery(frame(at));
        return [...list.trackIds.slice(0, list.count)];
      });
      expect(here).toEqual(there);
    }

    shown.transact("delete", frame(0), (tx) => tx.tracks.delete(id(7)));
    expect([shown.hasTrack(id(7)), loader.hasTrack(id(7))]).toEqual([false, true]);
    shown.assertIntegrity();
    shown.undo();
    expect(allTracks(shown)).toEqual(allTracks(loader));
    shown.assertIntegrity();
  });

  test(`an image that is copied in parts is of one moment, whatever is edited meanwhile (${name})`, async () => {
    const shown = await create();
    shown.reader.beginLoad();
    shown.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
    shown.reader.endLoad();
    let pauses = 0;
    await shown.writer.copyImage(async () => void pauses++);
    const calm = pauses;
    // This arrives while the last part is copied: the parts copied before are now out of date.
    const toDelete = [id(7), id(8), id(9), id(10)];
    let edits = 0;
    async function copyWhileEditing(min: number) {
      pauses = 0;
      return await shown.writer.copyImage(async () => {
        pauses += 1;
        if (pauses < min || edits === toDelete.length) return;
        const track = toDelete[edits++]!;
        shown.transact("delete", frame(0), (tx) => tx.tracks.delete(track));
      });
    }
    const { image, seq } = await copyWhileEditing(calm);
    expect(edits).toBeGreaterThan(1);
    expect(seq).toBe(shown.seq);
    const alone = shown.writer.takeImage();
    expect(image.values).toEqual(alone.values);
    expect(Buffer.compare(image.memory, alone.memory)).toBe(0);

    const copy = await create();
    await copy.reader.putImage(structuredClone(image), async () => {});
    copy.assertIntegrity();
    expect(allTracks(copy)).toEqual(allTracks(shown));
    expect(copy.hasTrack(id(7))).toBe(false);
  });
}

test("of loaded pages only their columns stay in memory", async () => {
  const [trackCount, tracksPerPage, perTrack] = [20_000, 1000, 10];
  const features = Array.from({ length: perTrack }, (_, at) => ({ frame: at, bounds: [at, 1.25, at + 10.5, 20] }));
  const pageAt = (first: number) =>
    utf8(
      JSON.stringify(
        Array.from({ length: tracksPerPage }, (_, n) => ({
          id: first + n,
          confidencePairs: [["fish", 0.5]],
          attributes: {},
          features,
        })),
      ),
    );
  const core = await builds[0]!.create();
  const [rowBytes, trackBytes] = [53, 64];
  core.reader.beginLoad((pageAt(0).length * trackCount) / tracksPerPage);
  for (let first = 0; first < trackCount; first += tracksPerPage) core.reader.loadTrackPage(pageAt(first));
  expect(core.reader.endLoad()).toMatchObject({ trackCount, detectionCount: trackCount * perTrack });
  const min = trackCount * perTrack * rowBytes + trackCount * trackBytes;
  expect(core.writer.takeImage().memory.length).toBeLessThan(1.6 * min);
});
