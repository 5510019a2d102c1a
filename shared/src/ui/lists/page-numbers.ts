/**
 * The pages a pager names: first, last, and two around the current one; `null` stands for a gap.
 * @example pageNumbers(5, 19) // [1, null, 4, 5, 6, null, 19]
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  // Near an end the window leans on it, so that the pager keeps its width.
  const start = Math.min(Math.max(page - 1, 2), pages - 3);
  const from = page <= 3 ? 2 : page >= pages - 2 ? pages - 3 : start;
  const middle = [from, from + 1, from + 2].filter((number) => number > 1 && number < pages);
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(from + 2 < pages - 1 ? [null] : []), pages];
}
