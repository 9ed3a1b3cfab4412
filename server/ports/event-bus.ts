/**
 * Short messages between the parts of a site: "job 7 changed". Delivery is best effort and in order for one publisher;
 * a subscriber that must not miss anything reads the database.
 */

export interface BusMessage {
  /** What it is about, for example `notification`. */
  topic: string;
  /** JSON; small. */
  payload: unknown;
}

export interface EventBus {
  publish(message: BusMessage): Promise<void>;
  /** @returns how to stop listening */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void;
  close(): Promise<void>;
}
