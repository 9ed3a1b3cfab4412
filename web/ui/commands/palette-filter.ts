/**
 * The search of the palette: each typed word must occur in the name, or in a synonym of it. Matches in names come
 * before those in synonyms.
 */

interface Findable {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly keywords?: string | string[] | undefined;
}

interface Group<Action> {
  readonly group: string;
  readonly actions: Action[];
}

export function hasWords(query: string, ...texts: readonly string[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Groups keep their order, except that those with the words in their names come first. */
export function filterPalette<Action extends Findable>(
  query: string,
  groups: readonly Group<Action>[],
): Group<Action>[] {
  const sought = query.trim();
  const ranked = groups.map(({ group, actions }) => {
    const named = actions.filter(({ label = "" }) => hasWords(sought, label));
    const other = actions.filter(
      (action) =>
        !named.includes(action) && hasWords(sought, action.label ?? "", action.description ?? "", wordsOf(action)),
    );
    return { group, actions: [...named, ...other], isNamed: named.length > 0 };
  });
  return ranked
    .filter(({ actions }) => actions.length > 0)
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .map(({ group, actions }) => ({ group, actions }));
}

function wordsOf({ keywords = "" }: Findable): string {
  return typeof keywords === "string" ? keywords : keywords.join(" ");
}
