/** What is wrong with importing `specifier` in `file` (a path inside the repository), or null. */
export function problemOf(specifier: string, file: string, typeOnly?: boolean): string | null;
