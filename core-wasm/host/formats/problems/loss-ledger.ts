/** Losses of a writer on the host side, counted by kind, with the first example. */
import { hostLossKinds, lossText } from "./losses.ts";
import type { Loss } from "../../types.ts";

export class LossLedger {
  readonly #losses = new Map<string, Loss>();
  readonly #texts: Readonly<Record<string, string | undefined>>;

  /** @param texts by kind, if the message differs from the catalog's */
  constructor(texts: Readonly<Record<string, string | undefined>> = {}) {
    this.#texts = texts;
  }

  list(): readonly Loss[] {
    return [...this.#losses.values()];
  }

  /** Without a frame: for the track as a whole; without a track: for the document. */
  count(kind: string, trackId?: number, frame?: number): void {
    const known = this.#losses.get(kind);
    const example = known?.example ?? {
      ...(trackId !== undefined && { trackId }),
      ...(frame !== undefined && { frame }),
      text: this.#texts[kind] ?? hostLossKinds.find((entry) => entry.kind === kind)?.text ?? lossText(kind),
    };
    this.#losses.set(kind, { kind, count: (known?.count ?? 0) + 1, example });
  }
}
