/**
 * The column meanings that users have chosen, stored in this browser by header, so that similar files are read the same
 * way.
 */
import { columnsText, parseColumns, type ColumnMapping } from "#core/formats/recognize/column-mapping";
import { storedSignal } from "../../base/stored-signal.ts";

type KnownColumns = Readonly<Record<string, string>>;

const known = storedSignal<KnownColumns>("wakeline.tableColumns", {}, isKnown);
/** The oldest ones are dropped first. */
const maxKnown = 50;

/** `undefined`: no table with this header was read here before. */
export function rememberedColumns(header: readonly string[]): ColumnMapping | undefined {
  const text = known.peek()[keyOf(header)];
  try {
    return text === undefined ? undefined : parseColumns(text);
  } catch {
    return undefined;
  }
}

export function rememberColumns(header: readonly string[], columns: ColumnMapping): void {
  const { [keyOf(header)]: _before, ...others } = known.peek();
  const kept = Object.entries(others).slice(1 - maxKnown);
  known.value = { ...Object.fromEntries(kept), [keyOf(header)]: columnsText(columns) };
}

function keyOf(header: readonly string[]): string {
  return header.join("\t").slice(0, 1000);
}

function isKnown(value: unknown): value is KnownColumns {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}
