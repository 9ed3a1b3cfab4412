/** Navigates from outside of the router: toasts and dialogs are rendered next to it, not inside it. */
let go: (path: string) => void = (path) => location.assign(path);

/** Called once by the application with its router. */
export function setNavigation(navigate: (path: string) => void): void {
  go = navigate;
}

export function navigateTo(path: string): void {
  go(path);
}
