import { paths } from '@paperplane/shared/platform';

/** What the pages of a sale say before it is there, and when it is not: none, or none for this person. */
export const SALE_PAGE = {
  label: 'Sale',
  back: { to: paths.sales.href(), label: 'Sales' },
  failedTitle: 'The sale did not load',
  absent: {
    head: 'Sale not found',
    title: 'There is no sale at this address',
    text: 'It may belong to somebody else, or the link is incomplete.',
    leave: 'Go to sales',
  },
};
