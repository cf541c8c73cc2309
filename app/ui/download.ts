/** Saves a file through the browser's downloads. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By the next task, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
