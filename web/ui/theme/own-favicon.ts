/** The tab icon for sites without one of their own. */
export const defaultFavicon = "/favicon.svg";
