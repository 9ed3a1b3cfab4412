import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EncodedPacket } from "mediabunny";
import { DecoderKeeper } from "./decoder-keeper.ts";

/** Returns one picture per packet immediately; `fail` simulates a browser that reclaims a decoder. */
function makeKeeper() {
  const made: { isClosed: boolean; fail(): void }[] = [];
  const pictures = { open: 0 };
  const keeper = new DecoderKeeper((onSample, onError) => {
    const state = { isClosed: false, fail: () => void onError(new Error("taken away")) };
    made.push(state);
    return Promise.resolve({
      getDecodeQueueSize: () => 0,
      decode() {
        pictures.open++;
        onSample({ close: () => void pictures.open-- });
      },
      flush: () => Promise.resolve(),
      close: () => void (state.isClosed = true),
    });
  });
  return { keeper, made, pictures };
}

const packet = new EncodedPacket(new Uint8Array(1), "key", 0, 1);
const ignore = (): void => undefined;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a decoder that has handed out everything is used again, by one at a time, and speaks to who uses it now", async () => {
  const { keeper, made } = makeKeeper();
  const heard: string[] = [];
  const first = await keeper.take(() => heard.push("first"), ignore);
  first.decode(packet);
  await first.flush();
  first.close();
  const second = await keeper.take(() => heard.push("second"), ignore);
  second.decode(packet);
  await keeper.take(ignore, ignore);
  expect(made.length).toBe(2);
  expect(heard).toEqual(["first", "second"]);
  // Already closed, so it belongs to another caller now.
  first.close();
  expect(made[0]!.isClosed).toBe(false);
});

test("a decoder with pictures left in it, one that has failed and one that is not wanted for long are closed", async () => {
  const { keeper, made } = makeKeeper();
  const stopped = await keeper.take(ignore, ignore);
  stopped.decode(packet);
  stopped.close();
  expect(made[0]!.isClosed).toBe(true);

  const errors: unknown[] = [];
  const failing = await keeper.take(ignore, (error) => errors.push(error));
  made[1]!.fail();
  failing.close();
  expect(errors).toEqual([new Error("taken away")]);
  expect(made[1]!.isClosed).toBe(true);

  (await keeper.take(ignore, ignore)).close();
  made[2]!.fail();
  expect(made[2]!.isClosed).toBe(true);

  (await keeper.take(ignore, ignore)).close();
  expect(made[3]!.isClosed).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(made[3]!.isClosed).toBe(true);
});

test("after the end nothing is kept", async () => {
  const { keeper, made } = makeKeeper();
  (await keeper.take(ignore, ignore)).close();
  const used = await keeper.take(ignore, ignore);
  keeper.dispose();
  used.close();
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true]);
});
