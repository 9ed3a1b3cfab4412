/** Live messages from the server for any subscriber: the page has one stream with many subscribers. */
import type { ServerMessage } from "./event-stream.ts";

type Listener = (message: ServerMessage) => void;

const listeners = new Set<Listener>();

/** Returns a function that unsubscribes. */
export function listenToServer(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the stream. */
export function dispatchMessage(message: ServerMessage): void {
  for (const listener of listeners) listener(message);
}
