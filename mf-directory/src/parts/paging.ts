import { PAGE_SIZE } from '@paperplane/shared/domain';

/** First and last row of a page for PostgREST's `range`, counted from 0. @param page from 1 */
export function rowsOfPage(page: number, pageSize: number = PAGE_SIZE): [first: number, last: number] {
  const first = (Math.max(1, page) - 1) * pageSize;
  return [first, first + pageSize - 1];
}

/** The page an address asks for: a whole number from 1; anything else is page 1. */
export function pageFromQuery(text: string): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}
