import { api, overrideExisting, type RecordRef } from '@paperplane/shared/platform';
import { TABLES, withLatest, type Conversation } from './conversation';
import { toConversation, type ConversationRow } from './conversation-rows';

/** A conversation; with `from`, a message that a link leads to, as far back as that. */
export interface ConversationArg extends RecordRef {
  from: string | null;
}

const record = ({ type, id }: RecordRef) => ({ commentable_type: TABLES[type], commentable_id: id });

export const conversationApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /**
     * The latest messages, how many there are, what is new and who may read them, in one request. Read again, it brings all that is
     * loaded up to date: what is changed or deleted may stand on an earlier page.
     */
    getConversation: build.query<Conversation, ConversationArg>({
      queryFn: async (arg, { getState }, _options, ask) => {
        const from = loaded(getState(), arg)?.beforeId ?? arg.from;
        const { data, error } = await ask((db) =>
          db.rpc('get_conversation', { ...record(arg), ...(from && { from_id: from }) }),
        );
        return error ? { error } : { data: toConversation(data as ConversationRow) };
      },
      merge: withLatest,
    }),

    /** The page before a message. */
    getEarlierMessages: build.query<Conversation, RecordRef & { before: string }>({
      query:
        ({ before, ...ref }) =>
        (db) =>
          db.rpc('get_conversation', { ...record(ref), before_id: before }),
      transformResponse: (row: ConversationRow) => toConversation(row),
      keepUnusedDataFor: 0,
    }),

    /** Writes a message once, however often it is sent under the same id. */
    postMessage: build.mutation<
      null,
      RecordRef & { messageId: string; body: string; replyTo: string | null }
    >({
      query:
        ({ messageId, body, replyTo, ...ref }) =>
        (db) =>
          db.rpc('post_message', {
            ...record(ref),
            message_id: messageId,
            body,
            ...(replyTo && { reply_to: replyTo }),
          }),
    }),

    editMessage: build.mutation<null, { messageId: string; body: string }>({
      query:
        ({ messageId, body }) =>
        (db) =>
          db.rpc('edit_message', { message_id: messageId, body }),
    }),

    deleteMessage: build.mutation<null, { messageId: string }>({
      query:
        ({ messageId }) =>
        (db) =>
          db.rpc('delete_message', { message_id: messageId }),
    }),

    markConversationRead: build.mutation<null, { messageId: string }>({
      query:
        ({ messageId }) =>
        (db) =>
          db.rpc('mark_conversation_read', { message_id: messageId }),
    }),
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
