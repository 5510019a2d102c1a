import { paths } from '@paperplane/shared/platform';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** False for an address that no sale can have; nobody needs to be asked about it. */
export const isSaleId = (id: string): boolean => UUID.test(id);

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
