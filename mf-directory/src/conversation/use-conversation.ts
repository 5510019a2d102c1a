import {
  MISSED,
  useAppDispatch,
  useCurrentUser,
  useLiveTag,
  type RecordRef,
} from '@paperplane/shared/platform';
import { useEffect, useState } from 'react';
import {
  conversationApi,
  useGetConversationQuery,
  useMarkConversationReadMutation,
  type ConversationArg,
} from './conversation-api';
import { TABLES, withEarlier, type Conversation } from './conversation';

/** Whether an element is on screen while the window is looked at. */
function useSeen(element: Element | null): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element) return;
    let isInView = false;
    const look = () => setSeen(isInView && document.visibilityState === 'visible');
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      look();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [element]);
  return seen;
}

/** The latest message by time: what one has read when one has seen the end of the conversation. */
const latestOf = ({ messages }: Conversation) =>
  messages.reduce<Conversation['messages'][number] | null>(
    (latest, message) => (latest && latest.place[2] >= message.place[2] ? latest : message),
    null,
  );

/**
 * A conversation, live: read again when something was written in it, and after a lost connection. What is on screen is remembered as read.
 * @param end the end of the conversation on the page
 */
export function useConversation(record: RecordRef, from: string | null, end: Element | null) {
  const { type, id } = record;
  const arg: ConversationArg = { type, id, from };
  const { id: userId } = useCurrentUser();
  const dispatch = useAppDispatch();
  const { currentData, error, isFetching, refetch } = useGetConversationQuery(arg);
  const [markRead] = useMarkConversationReadMutation();
  const [earlier, setEarlier] = useState<'idle' | 'loading' | 'failed'>('idle');
  // Where the line of new messages stands as long as the page is open.
  const [readAt, setReadAt] = useState<{ since: string | null } | null>(null);
  if (currentData && !readAt) setReadAt({ since: currentData.readAt });

  useLiveTag(`user:${userId}`, (tag) => {
    if (tag === `conversation ${TABLES[type]} ${id}` || tag === MISSED) void refetch();
  });

  const seen = useSeen(end);
  const latest = currentData ? latestOf(currentData) : null;
  const isNew =
    latest !== null &&
    (!currentData?.readAt || Date.parse(latest.createdAt) > Date.parse(currentData.readAt));
  const latestId = isNew ? latest.id : null;
  useEffect(() => {
    if (seen && latestId) void markRead({ messageId: latestId });
  }, [seen, latestId, markRead]);

  async function loadEarlier(before: string) {
    setEarlier('loading');
    const request = dispatch(
      conversationApi.endpoints.getEarlierMessages.initiate({ type, id, before }, { subscribe: false }),
    );
    const { data } = await request;
    if (data) {
      dispatch(
        conversationApi.util.updateQueryData('getConversation', arg, (known) => withEarlier(known, data)),
      );
    }
    setEarlier(data ? 'idle' : 'failed');
  }

  return {
    conversation: currentData,
    error,
    isFetching,
    refetch,
    readAt: readAt?.since ?? null,
    earlier,
    loadEarlier: (before: string) => void loadEarlier(before),
  };
}
