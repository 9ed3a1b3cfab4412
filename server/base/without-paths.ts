/** Texts of programs and errors lose the paths of this machine before a person reads them. */

/** Of the api and of the site, not of the machine. */
const publicStart = /^\/(api|girder|user|collection|viewer|admin|jobs|login|dev\/null)(\/|$)/;
const pathPattern = /(?<![\w.:/\\~-])(?:file:\/\/)?(?:\/[^\s/'"`:;,()<>|]+){2,}\/?|(?<!\w)[A-Za-z]:\\[^\s'"`;,()<>|]+/g;

/** The text with the last part of each absolute path only; a stored content is "a stored file". */
export function withoutPaths(text: string): string {
  return text.replaceAll(pathPattern, (path) => {
    if (publicStart.test(path)) return path;
    const last =
      path
        .replace(/[/\\]+$/, "")
        .split(/[/\\]/)
        .at(-1) ?? "";
    return /^[0-9a-f]{32,}$/i.test(last) ? "a stored file" : last;
  });
}
