/** Opens the dialog, which is loaded when it is first wanted. When it cannot be, the page says so as of any error. */

export function openPasswordDialog(): void {
  void import("./PasswordDialog.tsx").then((dialog) => dialog.openPasswordDialog());
}
