/** What is wrong with importing `specifier` in `file` (a path inside the repository), or null. */
export function problemOf(specifier: string, file: string, typeOnly?: boolean): string | null;

/** The rooms of remotes with more than one subject, and which others each sees. */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
