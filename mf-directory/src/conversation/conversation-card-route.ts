import { store, type RemoteCard } from '@paperplane/shared/platform';
import { conversationApi } from './conversation-api';
import { linkedMessage } from './linked-message';

export { default } from './conversation-card';

/** Starts the first page, as the card asks for it. */
export const loader: RemoteCard['loader'] = ({ type, id }, search) =>
  void store.dispatch(
    conversationApi.util.prefetch('getConversation', { type, id, from: linkedMessage(search) }, {}),
  );
