/** What a refused constraint means, and at which field of a form; its source is the browser's. */
export function constraintError(message: string): { field: string; message: string } | null;

/** The column behind a form's name. */
export function snakeCase(name: string): string;
