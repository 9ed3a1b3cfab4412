/** Downloads a file that this page has created. */

export function downloadFile({ name, content }: { readonly name: string; readonly content: Blob }): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the URL, so the content can be freed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
