/**
 * Short messages between the parts of a site, such as "job 7 changed". Delivery is best effort and in order per
 * publisher; subscribers that must not miss anything read the database.
 */

export interface BusMessage {
  /** Kind of message, for example `notification`. */
  topic: string;
  /** JSON; small. */
  payload: unknown;
}

export interface EventBus {
  publish(message: BusMessage): Promise<void>;
  /** @returns a function that unsubscribes */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void;
  /**
   * Calls `listener` when messages of other servers may have been missed: from now on they are heard again.
   * @returns a function that unsubscribes
   */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}
