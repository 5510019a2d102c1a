/** `agent_id` -> `agentId`: the database names a column, a form names a field. */
export const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** The column behind a client's name: `sale_date` for `saleDate`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
