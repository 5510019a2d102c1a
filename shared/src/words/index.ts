/** Words of codes that shell and remotes both show. Bundled where used. */
export * from './commission-history';
export * from './payout-notes';
export * from './payout-problems';
