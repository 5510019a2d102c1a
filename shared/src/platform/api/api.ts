import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

/** Central tags: a mutation anywhere refreshes what shows the same thing elsewhere. */
const TAGS = [
  'Sale',
  'SaleHistory',
  'Commission',
  'CommissionHistory',
  'Customer',
  'Vendor',
  'Team',
  'Notification',
  'Dashboard',
  'Organization',
] as const;
export type Tag = (typeof TAGS)[number];

/** The one api of the app. Each remote injects its own endpoints; nobody else creates an api. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAGS,
  endpoints: () => ({}),
  // Lists come from the cache at once and are revalidated behind it.
  refetchOnMountOrArgChange: 15,
});

/** Evaluating a remote again (retry, hot reload) repeats its injection; anything else that does is a mistake. */
let reinjection = false;

/** Called by the shell's loader around a second evaluation of the same remote. */
export function allowReinjection(allowed: boolean): void {
  reinjection = allowed;
}

/** What to pass as `overrideExisting` to `api.injectEndpoints`. */
export const overrideExisting = (): true | 'throw' =>
  reinjection || process.env['NODE_ENV'] === 'development' ? true : 'throw';
