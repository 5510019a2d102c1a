export function statements(sql: string): string[];
export function defines(statement: string): string | undefined;
export function subject(statement: string): string | undefined;
export function withoutComments(text: string): string;
