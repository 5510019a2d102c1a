import type { Conversation, Message, Person } from './conversation';

interface PersonRow {
  id: string;
  first_name: string | null;
  last_name: string | null;
  avatar_url: string | null;
}

interface MessageRow {
  id: string;
  thread_id: string;
  author_id: string;
  body: string | null;
  created_at: string;
  edited_at: string | null;
  deleted_by: string | null;
  place: readonly [number, string, number, string];
}

/** What get_conversation answers. */
export interface ConversationRow {
  messages: MessageRow[];
  people: PersonRow[];
  readers: (PersonRow & { role: string })[];
  before_id: string | null;
  has_earlier: boolean;
  new_earlier: number;
  count: number;
  read_at: string | null;
}

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  avatarUrl: row.avatar_url,
});

const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  threadId: row.thread_id,
  authorId: row.author_id,
  body: row.body,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  deletedBy: row.deleted_by,
  place: row.place,
});

/** A page of a conversation in the client's names. */
export const toConversation = (row: ConversationRow): Conversation => ({
  messages: row.messages.map(toMessage),
  people: Object.fromEntries(row.people.map((person) => [person.id, toPerson(person)])),
  readers: row.readers.map((reader) => ({ ...toPerson(reader), role: reader.role })),
  beforeId: row.before_id,
  hasEarlier: row.has_earlier,
  newEarlier: row.new_earlier,
  count: row.count,
  readAt: row.read_at,
});
