/** Everything the API can be asked: the function's router, its tests and the OpenAPI file are made of these entries. */
import { AGENTS } from './agents.ts';
import { BANK } from './bank.ts';
import { COMMISSIONS } from './commissions.ts';
import { CUSTOMERS } from './customers.ts';
import { PAYOUTS } from './payouts.ts';
import type { Operation, Resource, Scope } from './resource.ts';
import { SALES } from './sales.ts';
import { VENDORS } from './vendors.ts';

export type { Operation, Scope };

/** The resources, in the order of the reference. */
export const RESOURCES: readonly Resource[] = [SALES, AGENTS, CUSTOMERS, VENDORS, COMMISSIONS, BANK, PAYOUTS];

/** Every operation, in the order in which the reference shows them. */
export const OPERATIONS: readonly Operation[] = RESOURCES.flatMap(({ operations }) => operations);

/** What a key may be allowed. */
export const SCOPES: readonly Scope[] = [...new Set(OPERATIONS.map(({ scope }) => scope))];
