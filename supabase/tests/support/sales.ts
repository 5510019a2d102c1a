import type { Json } from '../../../shared/src/platform/api/database.types';
import { sql, sqlOne } from './database';
import { saleInput, type Person, type TestAgency } from './test-agency';

/** Something that happened to a sale, as a conflict tells it. */
export interface SaleChange {
  version: number;
  changed_by: { id: string; first_name: string; last_name: string } | null;
  changed_at: string;
  change_type: string;
  previous_data: Record<string, unknown> | null;
  new_data: Record<string, unknown>;
  changed_fields: string[];
  comment: string | null;
}

/** What update_sale answers. */
export interface Saved {
  outcome: 'saved' | 'conflict';
  id?: string;
  version: number;
  sale?: Record<string, unknown>;
  changes?: SaleChange[];
}

/** Answers of functions, or the error as an exception with its code, text and column. */
function unwrap<Answer>({ data, error }: { data: unknown; error: unknown }): Answer {
  if (!error) return data as Answer;
  const { code, message, hint } = error as { code: string; message: string; hint: string | null };
  throw new Error(`${code}: ${message} (${hint ?? ''})`);
}

/** Records a sale by create_sale, raw: the answer of the API. */
export const tryCreate = (person: Person, sale: unknown, travelerIds?: unknown) =>
  person.api.rpc('create_sale', {
    sale: sale as Json,
    ...(travelerIds === undefined ? {} : { traveler_ids: travelerIds as string[] }),
  });

/** Records a sale by create_sale; throws when that is refused. */
export const createSale = async (
  person: Person,
  agency: Pick<TestAgency, 'customerId' | 'vendorId'>,
  extra: object = {},
  travelerIds?: string[],
) => unwrap<{ id: string; version: number }>(await tryCreate(person, saleInput(agency, extra), travelerIds));

/** Saves by update_sale, raw. */
export const tryUpdate = (
  person: Person,
  id: string,
  version: number,
  changes: unknown,
  travelerIds?: unknown,
) =>
  person.api.rpc('update_sale', {
    sale_id: id,
    expected_version: version,
    changes: changes as Json,
    ...(travelerIds === undefined ? {} : { traveler_ids: travelerIds as string[] }),
  });

/** Saves by update_sale; throws when that is refused. */
export const updateSale = async (...call: Parameters<typeof tryUpdate>) =>
  unwrap<Saved>(await tryUpdate(...call));

/** Moves by update_sale_status, raw. */
export const setStatus = (person: Person, id: string, status: string, note?: string | null) =>
  person.api.rpc('update_sale_status', { sale_id: id, status, ...(note === undefined ? {} : { note }) });

/** The sale as it stands in the database. */
export const saleRow = (id: string) =>
  sqlOne<{
    version: number;
    customer_id: string;
    agent_id: string;
    currency: string;
    notes: string | null;
    total_amount: string;
    status: string;
    traveler_ids: string;
    updated_at: Date;
  }>('select * from public.sales where id = $1', [id]);

/** Its history, oldest first. */
export const historyOf = (id: string) =>
  sql<{
    version: number;
    changed_by: string | null;
    change_type: string;
    changed_fields: string[];
    previous_data: Record<string, unknown> | null;
    new_data: Record<string, unknown>;
    notes: string | null;
    comment: string | null;
  }>('select * from public.sales_history where sales_id = $1 order by version', [id]);

/** Who travels with it, by the table that holds the references. */
export const travelersOf = async (id: string) =>
  (
    await sql<{ customer_id: string }>(
      'select customer_id from public.sale_travelers where sale_id = $1 order by 1',
      [id],
    )
  ).map((row) => row.customer_id);
