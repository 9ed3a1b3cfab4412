/** The pages and pictures of docs/user-guide, and the targets of their links. */
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

/** Names of pages without translations. */
const isPage = (name = ""): boolean => name === keyboard || `${folder}${name}.md` in files;

/** In the order of the guide's table of contents, followed by pages it does not list and the keyboard reference. */
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
   * Another page, or a heading; if the link's title names a command, with that command's keys instead of the link's
   * text.
   */
  | { readonly kind: "page"; readonly path: string; readonly keys?: string }
  | { readonly kind: "web"; readonly href: string };

/** Undefined if it links to a file that is not part of the guide. */
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

/** The id of a heading, generated as on GitHub. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The address of a picture in the built application. */
export function guideImageUrl(source: string): string | undefined {
  return pictures[source.replace(/^\.\.\/images\//, "../../docs/images/")];
}

/** Size of every picture in pixels, to reserve its place until it is loaded. */
export const guidePictureSize = { width: 1440, height: 900 } as const;
