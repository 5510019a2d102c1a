/**
 * For how many seconds a browser may show a file of Storage without asking again: none. Storage names no other rule than `max-age`,
 * so this is as near to keeping nothing as it comes. Every upload gives it.
 */
export const FILE_CACHE_SECONDS = '0';
