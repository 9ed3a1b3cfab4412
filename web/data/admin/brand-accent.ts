/** Stores a site's color inside the theme of existing clients, next to their own values. */
import type { BrandData } from "#schemas/wire";

type Tree = Readonly<Record<string, unknown>>;

const treeOf = (value: unknown): Tree => (typeof value === "object" && value !== null ? (value as Tree) : {});

/** Sets the color in both of their themes; we read only one. @param accent `#rrggbb`; "": our default */
export function withAccent(data: BrandData, accent: string): BrandData {
  const { vuetify, ...rest } = data;
  const theme = treeOf(treeOf(vuetify)["theme"]);
  const themes = treeOf(theme["themes"]);
  const colored = (name: string): [string, Tree] => {
    const { primary: _, ...others } = treeOf(themes[name]);
    return [name, accent === "" ? others : { ...others, primary: accent }];
  };
  const both = Object.fromEntries(["dark", "light"].map(colored).filter(([, one]) => Object.keys(one).length > 0));
  const { dark: _dark, light: _light, ...otherThemes } = themes;
  const next = pruned({ ...treeOf(vuetify), theme: pruned({ ...theme, themes: pruned({ ...otherThemes, ...both }) }) });
  return next === undefined ? rest : { ...rest, vuetify: next };
}

/** Removes empty parts; `undefined` if nothing is left. */
function pruned(tree: Tree): Tree | undefined {
  const kept = Object.entries(tree).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
