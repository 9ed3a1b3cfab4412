/** Live messages of the server, for any subscriber: the page has one stream, and many parts of it subscribe. */
import type { ServerMessage } from "./event-stream.ts";

type Listener = (message: ServerMessage) => void;

const listeners = new Set<Listener>();

/** Returns how to stop. */
export function listenToServer(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the stream. */
export function passMessageOn(message: ServerMessage): void {
  for (const listener of listeners) listener(message);
}
