import type { LinkLike } from '../base/link-like';
import { Pager } from './pager';

export interface ListPagerProps {
  /** What a list's query answered. */
  list: { page: number; pageSize: number; count: number };
  /** Address of the list with changes. */
  to: (changes: { page: string }) => string;
  set: (changes: { pageSize: string }) => void;
  link: LinkLike;
}

/** The pager of a list whose page and page size stand in its address. */
export const ListPager = ({ list: { page, pageSize, count }, to, set, link }: ListPagerProps) => (
  <Pager
    page={page}
    pageSize={pageSize}
    total={count}
    pageTo={(number) => to({ page: String(number) })}
    link={link}
    onPageSize={(size) => set({ pageSize: String(size) })}
  />
);
