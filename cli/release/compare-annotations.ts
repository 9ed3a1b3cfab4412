/** Which tracks and groups of a copy differ from those of a release, and in which columns. */
import type { ColumnHashes, ReleasedAnnotations } from "#schemas";

export interface EntityDifference {
  readonly kind: "track" | "group";
  readonly id: number;
  readonly change: "missing" | "added" | "changed";
  /** For a changed one: `detection.bounds`, `track.confidencePairs`. */
  readonly columns: readonly string[];
}

type Hashed = Pick<ReleasedAnnotations, "tracks" | "groups" | "columns">;

export interface AnnotationDifferences {
  readonly entities: readonly EntityDifference[];
  /** Columns whose total hashes differ. */
  readonly columns: readonly string[];
}

export function compareAnnotations(release: Hashed, copy: Hashed): AnnotationDifferences {
  return {
    entities: [
      ...compareAll("track", release.tracks, copy.tracks),
      ...compareAll("group", release.groups, copy.groups),
    ],
    columns: differingNames(release.columns, copy.columns),
  };
}

type Hashes = Readonly<Record<string, ColumnHashes>>;

function* compareAll(kind: "track" | "group", release: Hashes, copy: Hashes): Generator<EntityDifference> {
  const ids = [...new Set([...Object.keys(release), ...Object.keys(copy)])].map(Number).toSorted((a, b) => a - b);
  for (const id of ids) {
    const [before, after] = [release[id], copy[id]];
    if (before === undefined) yield { kind, id, change: "added", columns: [] };
    else if (after === undefined) yield { kind, id, change: "missing", columns: [] };
    else {
      const columns = differingNames(before, after);
      if (columns.length > 0) yield { kind, id, change: "changed", columns };
    }
  }
}

function differingNames(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).toSorted();
}
