import { randomUUID } from 'node:crypto';
import { sql } from './database';
import { commissionOf, type Person, type TestAgency } from './test-agency';

export type RecordType = 'sales' | 'commissions' | 'customers' | 'vendors';
export const RECORD_TYPES: readonly RecordType[] = ['sales', 'commissions', 'customers', 'vendors'];

/** A record that has a conversation. */
export interface Talked {
  type: RecordType;
  id: string;
}

/** What `get_conversation` answers, as far as the tests look. */
export interface ConversationAnswer {
  messages: { id: string; thread_id: string; author_id: string; body: string | null; is_deleted: boolean }[];
  readers: { id: string }[];
  has_earlier: boolean;
  before_id: string | null;
  count: number;
  read_at: string | null;
  new_earlier: number;
}

/** One record of each type; the sale and the commission are the agent's. */
export async function recordsOf(agency: TestAgency): Promise<Record<RecordType, string>> {
  const { id } = await agency.sale();
  return {
    sales: id,
    commissions: (await commissionOf(id)).id,
    customers: agency.customerId,
    vendors: agency.vendorId,
  };
}

/** How a person names another one in a message. */
export const at = ({ id }: Pick<Person, 'id'>): string => `<@${id}>`;

/** Writes a message as this person. @returns the refusal's words, null when it is written */
export async function tryPost(
  { api }: Person,
  { type, id }: Talked,
  body: string,
  replyTo?: string,
  messageId: string = randomUUID(),
): Promise<string | null> {
  const { error } = await api.rpc('post_message', {
    message_id: messageId,
    commentable_type: type,
    commentable_id: id,
    body,
    ...(replyTo ? { reply_to: replyTo } : {}),
  });
  return error && error.message;
}

/** The same, which must be taken. @returns the message's id */
export async function post(person: Person, record: Talked, body: string, replyTo?: string): Promise<string> {
  const id = randomUUID();
  const refusal = await tryPost(person, record, body, replyTo, id);
  if (refusal) throw new Error(refusal);
  return id;
}

/** A page of a conversation as this person reads it, or the refusal's words. */
export async function read(
  { api }: Person,
  { type, id }: Talked,
  page: { before_id?: string; from_id?: string } = {},
): Promise<ConversationAnswer | string> {
  const { data, error } = await api.rpc('get_conversation', {
    commentable_type: type,
    commentable_id: id,
    ...page,
  });
  return error ? error.message : (data as unknown as ConversationAnswer);
}

/** The words this person reads there. */
export async function words(person: Person, record: Talked): Promise<(string | null)[] | string> {
  const answer = await read(person, record);
  return typeof answer === 'string' ? answer : answer.messages.map(({ body }) => body);
}

/** A person's news from conversations, oldest first. */
export const newsOf = ({ id }: Person) =>
  sql<{ type: string; message: string; communication_id: string; commentable_id: string }>(
    `select type, message, communication_id, commentable_id from public.notifications
     where user_id = $1 and type in ('mention', 'reply') order by created_at, id`,
    [id],
  );
