import { randomUUID } from 'node:crypto';
import { backend } from './backend';
import { makeKey } from './api-keys';
import { createAccount, importLines, line } from './bank';
import type { Answered, Documented } from './open-api';
import { createTestAgency, type TestAgency } from './test-agency';

/** An agency with a key that may do all, and a record of every kind. */
export interface ApiWorld extends TestAgency {
  key: string;
  saleId: string;
  commissionId: string;
  payoutId: string;
  bankAccountId: string;
  bankTransactionId: string;
}

/** What is sent to an operation, beside its method and path. */
export interface Sent {
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * Sends anything to the API, over a connection of its own: one that was kept may be closed by its other end just as a request goes out,
 * which would look like a request that was dropped. So whatever is not answered here was dropped. @throws where there is no answer
 */
export async function send(address: string, { headers, ...init }: RequestInit): Promise<Answered> {
  const alone = new Headers(headers);
  alone.set('connection', 'close');
  const answer = await fetch(`${backend.apiUrl}/functions/v1/api/v1${address}`, {
    ...init,
    headers: alone,
  }).catch((cause: unknown) => {
    throw new Error(`No answer to ${init.method ?? 'GET'} ${address}`, { cause });
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

/** Asks an operation as a program does that has read the file: with every header it asks for. */
export function askApi(
  key: string,
  operation: Documented,
  { id, query, headers, body }: Sent,
): Promise<Answered> {
  const writes = operation.method !== 'GET';
  const address = operation.path.replace('{id}', id ?? '');
  return send(`${address}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(writes && { 'idempotency-key': randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Makes such an agency. */
export async function createApiWorld(): Promise<ApiWorld> {
  const agency = await createTestAgency();
  const { id: saleId, commissionId } = await agency.sale();
  await agency.sale({ reference: 'PAID-1', paid: true, received: '2026-05-02' });
  const payoutId = await agency.payout({ paid: true });
  const bankAccountId = await createAccount(agency.owner);
  const { rows } = await importLines(agency.owner, bankAccountId, [line(1, 'A DEPOSIT', '120.00')]);
  return {
    ...agency,
    key: (await makeKey(agency)).key,
    saleId,
    commissionId,
    payoutId,
    bankAccountId,
    bankTransactionId: rows[0]?.id ?? '',
  };
}
