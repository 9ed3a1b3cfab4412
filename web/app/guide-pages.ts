/** The pages and pictures of docs/user-guide, and where a link of theirs leads. */
import { t } from "../base/texts/index.ts";
import { keysText, printKeyboardReference } from "../commands/keyboard-reference.ts";
import { commands, type CommandId } from "../commands/registry.ts";

interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

const folder = "../../docs/user-guide/";
const files = import.meta.glob<string>("../../docs/user-guide/*.md", { query: "?raw", import: "default", eager: true });
const pictures = import.meta.glob<string>("../../docs/images/*.webp", {
  query: "?url",
  import: "default",
  eager: true,
});
const keyboard = "keyboard";

/** Page names without words in a language. */
const isPage = (name = ""): boolean => name === keyboard || `${folder}${name}.md` in files;

/** In the order of the guide's own list; pages it does not name come last. The keyboard reference is the last one. */
export const guidePages = (): readonly GuidePage[] => [
  ...Object.entries(files)
    .map(([path, text]) => ({
      name: path.slice(folder.length).replace(/\.md$/, ""),
      text,
      title: /^# (.*)$/m.exec(text)?.[1] ?? "",
    }))
    .filter(({ name }) => name !== "README")
    .sort((a, b) => orderOf(a.name) - orderOf(b.name)),
  { name: keyboard, text: printKeyboardReference(), title: t("commands.shortcuts") },
];

function orderOf(name: string): number {
  const at = files[`${folder}README.md`]?.indexOf(`(${name}.md)`) ?? -1;
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

export type GuideTarget =
  /**
   * Another page, or a heading of it or of this one; with the keys of a command in place of the link's words where its
   * title names one.
   */
  | { readonly kind: "page"; readonly path: string; readonly keys?: string }
  | { readonly kind: "web"; readonly href: string };

/** Nothing where it leads to a file that is not part of the guide. */
export function guideTarget(href: string, title = ""): GuideTarget | undefined {
  if (href.endsWith("reference/keyboard.md")) {
    const path = `/user-guide/${keyboard}`;
    return Object.hasOwn(commands, title)
      ? { kind: "page", path, keys: keysText(title as CommandId) }
      : { kind: "page", path };
  }
  if (/^https?:/.test(href)) return { kind: "web", href };
  if (href.startsWith("#")) return { kind: "page", path: href };
  const [, name, heading = ""] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return isPage(name) ? { kind: "page", path: `/user-guide/${name}${heading}` } : undefined;
}

/** What links to a heading call it, as where the repository is shown. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The address of a picture in the built application. */
export function guidePicture(source: string): string | undefined {
  return pictures[source.replace(/^\.\.\/images\//, "../../docs/images/")];
}

/** Of every picture, in pixels: its place is reserved until it is loaded. */
export const guidePictureSize = { width: 1440, height: 900 } as const;
