import type { latestSales } from '@paperplane/shared/contract';
import type { CamelCased } from '@paperplane/shared/domain';
import type { InferOutput } from 'valibot';

/** The newest sales the caller may see of a customer, vendor or agent, and how many there are. */
export type LatestSales = CamelCased<InferOutput<typeof latestSales>>;

/** A sale as a detail page of the directory lists it. */
export type RelatedSale = LatestSales['rows'][number];
