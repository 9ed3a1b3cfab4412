/** What a writer on this side of the core could not hold, counted by kind, with the first example. */
import { hostLossKinds, lossText } from "./losses.ts";
import type { Loss } from "../../types.ts";

export class LossLedger {
  readonly #losses = new Map<string, Loss>();
  readonly #texts: Readonly<Record<string, string | undefined>>;

  /** @param texts by kind, where the sentence differs from the one of the catalogue */
  constructor(texts: Readonly<Record<string, string | undefined>> = {}) {
    this.#texts = texts;
  }

  list(): readonly Loss[] {
    return [...this.#losses.values()];
  }

  /** Without frame: of the track as a whole; without track: of the document. */
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
