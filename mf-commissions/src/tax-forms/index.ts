/** What the room of payouts shows of tax forms: what is asked of agents, beside where they are paid. */
export { TaxCard } from './mine/tax-card';
export { OwnNotesCard } from './mine/own-notes-card';
export { prefetchOwnTax } from './mine/prefetch-own-tax';
