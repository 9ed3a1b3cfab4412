/** The `EventBus` of a single server: listeners are called in the same process. */
import type { EventBus } from "../../ports/event-bus.ts";

export function memoryEventBus(onListenerError: (error: unknown) => void): EventBus {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  return {
    async publish({ topic, payload }) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener(payload);
        } catch (error) {
          // One failing listener must not keep the message from the others.
          onListenerError(error);
        }
      }
    },
    subscribe(topic, listener) {
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => ofTopic.delete(listener);
    },
    // There are no other servers.
    onGap: () => () => undefined,
    async close() {
      listeners.clear();
    },
  };
}
