/** Opens the dialog, which is loaded on first use. A failed load is reported like any error. */

export function openPasswordDialog(): void {
  void import("./PasswordDialog.tsx").then((dialog) => dialog.openPasswordDialog());
}
