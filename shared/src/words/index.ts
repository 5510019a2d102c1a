/** Words of codes that shell and remotes both show. Bundled where used. */
export * from './payout-problems';
