import { displayName } from '@paperplane/shared/domain';
import type { AnswerOf, RecordType } from '@paperplane/shared/platform';
import type { contract } from './contract';

/** A page of a conversation. */
export type ConversationPage = AnswerOf<typeof contract, 'get_conversation'>;
export type Message = ConversationPage['messages'][number];
/** Somebody who wrote, was mentioned, or may read. */
export type Person = ConversationPage['people'][number];
/** Somebody who may read the conversation. */
export type Reader = ConversationPage['readers'][number];

/** What is known of a conversation: the latest pages of it, without a gap; people by their ids. */
export interface Conversation extends Omit<ConversationPage, 'people'> {
  people: Record<string, Person>;
}

/** A message with its replies. */
export interface Thread {
  first: Message;
  replies: Message[];
}

/** The tables of records, as the database calls them in conversations and notifications. */
export const TABLES = {
  sale: 'sales',
  commission: 'commissions',
  customer: 'customers',
  vendor: 'vendors',
} as const satisfies Record<RecordType, string>;

export const toConversation = (page: ConversationPage): Conversation => ({
  ...page,
  people: Object.fromEntries(page.people.map((person) => [person.id, person])),
});

function byPlace({ place: a }: Message, { place: b }: Message): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other !== undefined && part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

/** Both, each message once and in its place; of two the second is the newer one. */
function together(known: readonly Message[], added: readonly Message[]): Message[] {
  const byId = new Map([...known, ...added].map((message) => [message.id, message]));
  return [...byId.values()].sort(byPlace);
}

/** What was known, brought up to date by the latest page; that page alone where so much came since that something would be missing between the two. */
export function withLatest(known: Conversation, latest: Conversation): Conversation {
  const ids = new Set(known.messages.map(({ id }) => id));
  if (known.messages.length > 0 && !latest.messages.some(({ id }) => ids.has(id))) return latest;
  const isLonger = known.beforeId !== null && !latest.messages.some(({ id }) => id === known.beforeId);
  const { beforeId, hasEarlier, newEarlier } = isLonger ? known : latest;
  return {
    ...latest,
    messages: together(known.messages, latest.messages),
    people: { ...known.people, ...latest.people },
    beforeId,
    hasEarlier,
    newEarlier,
  };
}

/** What is known, with the page before it. */
export const withEarlier = (known: Conversation, earlier: Conversation): Conversation => ({
  ...known,
  messages: together(earlier.messages, known.messages),
  people: { ...earlier.people, ...known.people },
  beforeId: earlier.beforeId,
  hasEarlier: earlier.hasEarlier,
  newEarlier: earlier.newEarlier,
});

/** The messages by threads, in their order. */
export function threadsOf(messages: readonly Message[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const message of messages) {
    const thread = threads.get(message.threadId);
    if (thread) thread.replies.push(message);
    else threads.set(message.threadId, { first: message, replies: [] });
  }
  return [...threads.values()];
}

/** The messages of others since one has read; none for whoever reads for the first time. */
export const newSince = (messages: readonly Message[], readAt: string | null, userId: string): Message[] =>
  readAt === null
    ? []
    : messages.filter(
        ({ createdAt, authorId, body }) =>
          body !== null && authorId !== userId && Date.parse(createdAt) > Date.parse(readAt),
      );

/** How long its author may change a message, in milliseconds. */
export const EDITABLE = 15 * 60_000;

const many = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** "Kenji and 2 admins may read it" */
export function whoReads(type: RecordType, readers: readonly Reader[], userId: string): string {
  if (type === 'customer') return 'Everybody in the agency may read it';
  const admins = many(readers.filter(({ role }) => role !== 'agent').length, 'admin');
  const agent = readers.find(({ role }) => role === 'agent');
  if (!agent) return `${admins} may read it`;
  return `${agent.id === userId ? 'You' : (agent.firstName ?? displayName(agent))} and ${admins} may read it`;
}

/** What a reader is, beside their name in the picker. */
export function describeReader({ role }: Reader, type: RecordType): string {
  if (role === 'agent') return type === 'sale' || type === 'commission' ? `Agent of this ${type}` : 'Agent';
  return role === 'owner' ? 'Owner' : 'Admin';
}
