/** Translates links of earlier address styles, which bookmarks, mails and scripts still contain. */

/**
 * The path for a hash link, or undefined for any other address: `/#/viewer/x?set=y` of the annotator, and
 * `/girder/#job/x`, `#user/x`, `#?dialog=resetpassword` of the server's own pages.
 */
export function translateHashLink(href: string): string | undefined {
  const { hash, pathname, search } = new URL(href);
  // In the query, or after the path in a hash.
  if (pathname !== "/login" && `${search}${hash}`.includes("dialog=resetpassword"))
    return "/login?dialog=resetpassword";
  if (hash.startsWith("#/")) return hash.slice(1);
  const mailed = /^#useraccount\/(\w+)\/token\/(\w+)/.exec(hash);
  if (mailed !== null) return `/login?user=${mailed[1]}&token=${mailed[2]}&reset=1`;
  const document = /^#(job|user|folder|collection)\/(\w+)/.exec(hash);
  if (document !== null) return document[1] === "job" ? `/jobs?log=${document[2]}` : `/${document[1]}/${document[2]}`;
  return /^#jobs\b/.test(hash) ? "/jobs" : undefined;
}
