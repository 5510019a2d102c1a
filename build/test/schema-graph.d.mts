export function statements(sql: string): string[];
export function subject(statement: string): string | undefined;
export function touched(before: string, after: string): Set<string>;
export function names(text: string, wanted: Set<string>): boolean;
export function reach(files: string[], changed: Set<string>): Set<string>[];
