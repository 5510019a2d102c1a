import { api, databaseDoor, overrideExisting, type RecordRef } from '@paperplane/shared/platform';
import type { contract } from './contract';
import { TABLES, toConversation, withLatest, type Conversation, type ConversationPage } from './conversation';

const ask = databaseDoor<typeof contract>();

/** A conversation; with `from`, a message that a link leads to, as far back as that. */
export interface ConversationArg extends RecordRef {
  from: string | null;
}

const record = ({ type, id }: RecordRef) => ({ commentableType: TABLES[type], commentableId: id });

interface WrittenMessage {
  messageId: string;
  body: string;
  replyTo: string | null;
}

const latest = ask('get_conversation', ({ fromId, ...ref }: RecordRef & { fromId: string | null }) => ({
  ...record(ref),
  fromId,
}));

export const conversationApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /**
     * The latest messages, how many there are, what is new and who may read them, in one request. Read again, it brings all that is
     * loaded up to date: what is changed or deleted may stand on an earlier page.
     */
    getConversation: build.query<Conversation, ConversationArg>({
      queryFn: async (arg, { getState }, _options, send) => {
        const fromId = loaded(getState(), arg)?.beforeId ?? arg.from;
        const { data, error } = await send(latest.query({ ...arg, fromId }));
        return error ? { error } : { data: toConversation(data as ConversationPage) };
      },
      merge: withLatest,
    }),

    /** The page before a message. */
    getEarlierMessages: build.query({
      ...ask('get_conversation', ({ before, ...ref }: RecordRef & { before: string }) => ({
        ...record(ref),
        beforeId: before,
      })),
      transformResponse: toConversation,
      keepUnusedDataFor: 0,
    }),

    /** Writes a message once, however often it is sent under the same id. */
    postMessage: build.mutation(
      ask('post_message', ({ type, id, ...message }: RecordRef & WrittenMessage) => ({
        ...record({ type, id }),
        ...message,
      })),
    ),

    editMessage: build.mutation(ask('edit_message', (edited: { messageId: string; body: string }) => edited)),

    deleteMessage: build.mutation(ask('delete_message', (deleted: { messageId: string }) => deleted)),

    markConversationRead: build.mutation(
      ask('mark_conversation_read', (read: { messageId: string }) => read),
    ),
  }),
});

/** What is loaded of a conversation so far. */
function loaded(state: unknown, arg: ConversationArg): Conversation | undefined {
  return conversationApi.endpoints.getConversation.select(arg)(state as never).data;
}

export const {
  useGetConversationQuery,
  usePostMessageMutation,
  useEditMessageMutation,
  useDeleteMessageMutation,
  useMarkConversationReadMutation,
} = conversationApi;
