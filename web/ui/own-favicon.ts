/** Our icon in the browser's tab, where a site has none of its own. */
export const ownFavicon = "/favicon.svg";
