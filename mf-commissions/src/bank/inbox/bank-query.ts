import {
  listDefaults,
  paths,
  queryValues,
  readListQuery,
  useQueryState,
  useSearchParams,
} from '@paperplane/shared/platform';
import { useMemo } from 'react';
import type { BankQuery, BankView } from '../bank-api';

export const VIEWS = [
  'review',
  'matched',
  'unclaimed',
  'set_aside',
  'all',
] as const satisfies readonly BankView[];

const DEFAULTS = { ...listDefaults('date'), view: 'review', accountId: '', pageSize: '50', direction: '' };
export type BankValues = typeof DEFAULTS;

/** Takes every filter off; the view stays. */
export const NOTHING_FILTERED = {
  accountId: '',
  vendorId: '',
  from: '',
  to: '',
  q: '',
  direction: '',
} as const;

/** Both ways, or one. */
export const DIRECTIONS = ['in', 'out'] as const;

/** What the inbox asks for at its address; what is unknown or malformed there is ignored. */
export function bankQuery(params: URLSearchParams): BankQuery {
  const values = queryValues(params, DEFAULTS);
  const { vendorId, agentId, start, end, search, page, pageSize } = readListQuery(
    // The one filter more is an id like the others, and read as they are.
    { ...values, agentId: values.accountId },
    { statuses: [], columns: ['date'] },
  );
  const view = VIEWS.find((each) => each === values.view) ?? 'review';
  const direction = DIRECTIONS.find((each) => each === values.direction) ?? null;
  return { view, direction, accountId: agentId, vendorId, start, end, search, page, pageSize };
}

/** True when a view shows a part of what it holds. */
export const isPart = ({ accountId, vendorId, start, end, search, direction }: BankQuery): boolean =>
  [accountId, vendorId, start, end, search, direction].some(Boolean);

/** View, filters and page of the inbox in its address. */
export function useBankQuery() {
  const [params] = useSearchParams();
  const { set, search } = useQueryState(DEFAULTS);
  const query = useMemo(() => bankQuery(params), [params]);
  const to = (changes: Partial<BankValues>) => paths.bank.href() + search(changes);
  return { query, set, to };
}
