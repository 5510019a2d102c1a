export function touched(before: string, after: string): Set<string>;
export function names(text: string, wanted: Set<string>): boolean;
export function reach(files: string[], changed: Set<string>): Set<string>[];
