/**
 * Saves a text, or bytes, as a file, as if somebody had followed a link to it.
 * @param type e.g. `text/csv;charset=utf-8`
 */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
