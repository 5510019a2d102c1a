/** `640 KB`, `1.2 MB`, `3.4 GB`. */
export function sizeText(bytes: number): string {
  const units = ['KB', 'MB', 'GB'];
  let size = bytes / 1024;
  while (size >= 1024 && units.length > 1) {
    size /= 1024;
    units.shift();
  }
  const text = units[0] === 'KB' ? String(Math.max(1, Math.round(size))) : size.toFixed(1);
  return `${text.replace(/\.0$/, '')} ${units[0]}`;
}
