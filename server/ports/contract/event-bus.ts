/**
 * Contract of every `EventBus`. An adapter's test calls this with a function that opens a bus, and a second one of the
 * same site.
 */
import { expect, test, vi } from "vitest";

import type { EventBus } from "../event-bus.ts";

export function describeEventBus(open: () => Promise<EventBus>): void {
  test("a message reaches everybody who listens to its topic, in order", async () => {
    const bus = await open();
    const [received, other] = [[] as unknown[], [] as unknown[]];
    bus.subscribe("jobs", (payload) => received.push(payload));
    bus.subscribe("jobs", (payload) => received.push(payload));
    bus.subscribe("tea", (payload) => other.push(payload));
    await bus.publish({ topic: "jobs", payload: { id: "7", text: "it's “done” \\ \u0000 🐟" } });
    await bus.publish({ topic: "jobs", payload: 2 });
    const first = { id: "7", text: "it's “done” \\ \u0000 🐟" };
    await vi.waitFor(() => expect(received).toEqual([first, first, 2, 2]));
    expect(other).toEqual([]);
  });

  test("who has stopped listening hears nothing, and one who fails keeps nothing from the others", async () => {
    const bus = await open();
    const received: unknown[] = [];
    const stop = bus.subscribe("jobs", () => received.push("stopped"));
    bus.subscribe("jobs", () => {
      throw new Error("a listener fails");
    });
    bus.subscribe("jobs", (payload) => received.push(payload));
    stop();
    await bus.publish({ topic: "jobs", payload: 1 });
    await vi.waitFor(() => expect(received).toEqual([1]));
  });

  test("a long message comes whole", async () => {
    const bus = await open();
    const received: unknown[] = [];
    bus.subscribe("jobs", (payload) => received.push(payload));
    const long = "é".repeat(50_000);
    await bus.publish({ topic: "jobs", payload: long });
    await bus.publish({ topic: "jobs", payload: "short" });
    await vi.waitFor(() => expect(received).toEqual([long, "short"]));
  });

  test("messages sent at the same time come once each, in order", async () => {
    const bus = await open();
    const received: unknown[] = [];
    bus.subscribe("jobs", (payload) => received.push(payload));
    const sent = [1, 2, "é".repeat(20_000), 4, 5];
    await Promise.all(sent.map((payload) => bus.publish({ topic: "jobs", payload })));
    await bus.publish({ topic: "jobs", payload: "last" });
    await vi.waitFor(() => expect(received).toEqual([...sent, "last"]));
  });
}
