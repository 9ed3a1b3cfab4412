/** Going to a page from outside of the router: toasts and dialogs are drawn beside it, not in it. */
let go: (path: string) => void = (path) => location.assign(path);

/** Called once by the application with its router. */
export function setNavigation(navigate: (path: string) => void): void {
  go = navigate;
}

export function navigateTo(path: string): void {
  go(path);
}
