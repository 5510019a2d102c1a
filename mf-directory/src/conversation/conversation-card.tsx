import { displayMessage, formatDateTime, formatTime, today } from '@paperplane/shared/domain';
import { useCurrentUser, useLocation, type RecordRef } from '@paperplane/shared/platform';
import { Avatar, Button, Card, InlineError, Skeleton, SkeletonRegion } from '@paperplane/shared/ui';
import { useState } from 'react';
import { usePostMessageMutation } from './conversation-api';
import { Composer } from './composer';
import { newSince, threadsOf, whoReads } from './conversation';
import { ConversationThread } from './conversation-thread';
import { linkedMessage } from './linked-message';
import { useConversation } from './use-conversation';
import './conversation.css';

/** "since yesterday", "since 8:41 AM", "since Nov 24, 8:41 AM" */
function since(moment: string, timeZone: string): string {
  const day = today(timeZone, new Date(moment));
  if (day === today(timeZone)) return formatTime(moment, timeZone);
  if (day === today(timeZone, new Date(Date.now() - 86_400_000))) return 'yesterday';
  return formatDateTime(moment, timeZone);
}

const Coming = () => (
  <SkeletonRegion label="Loading conversation">
    <div className="pp-stack">
      <Skeleton width={180} />
      <Skeleton width={140} />
      <Skeleton width={160} />
    </div>
  </SkeletonRegion>
);

/** The conversation about a record (docs/product/records.md, Conversations): messages with replies, live, and a field for the next one. */
export default function ConversationCard({ type, id }: RecordRef) {
  const record = { type, id };
  const user = useCurrentUser();
  const target = linkedMessage(new URLSearchParams(useLocation().search));
  const [end, setEnd] = useState<Element | null>(null);
  const { conversation, error, refetch, readAt, earlier, loadEarlier } = useConversation(record, target, end);
  const [post] = usePostMessageMutation();

  async function write(body: string, messageId: string) {
    await post({ ...record, messageId, body, replyTo: null }).unwrap();
    await refetch();
  }

  if (!conversation) {
    return (
      <Card title="Conversation" padded={!error}>
        {error ? (
          <InlineError
            message="The conversation did not load."
            note={displayMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <Coming />
        )}
      </Card>
    );
  }
  const { messages, readers, beforeId, hasEarlier, newEarlier, count } = conversation;
  const fresh = newSince(messages, readAt, user.id);
  const [firstNew] = fresh;
  const news =
    firstNew && readAt
      ? { id: firstNew.id, text: `${fresh.length} new since ${since(readAt, user.organization.timeZone)}` }
      : null;
  return (
    <Card
      title={<>Conversation {count > 0 && <span className="pp-tag talk-count">{count}</span>}</>}
      action={<span className="pp-muted pp-sm">{whoReads(type, readers, user.id)}</span>}
      className="talk"
    >
      {hasEarlier && beforeId && (
        <div className="talk-earlier">
          <Button
            variant="ghost"
            size="sm"
            loading={earlier === 'loading'}
            onClick={() => loadEarlier(beforeId)}
          >
            {newEarlier > 0 ? `Show earlier messages, ${newEarlier} new` : 'Show earlier messages'}
          </Button>
          {earlier === 'failed' && <span role="alert">They did not load. Try again.</span>}
        </div>
      )}
      {threadsOf(messages).map((thread) => (
        <ConversationThread
          key={thread.first.threadId}
          {...{ record, thread, conversation, target, news }}
          onChanged={refetch}
        />
      ))}
      <div ref={setEnd} className={messages.length > 0 ? 'talk-next' : 'talk-next is-first'}>
        <Avatar person={user} />
        <Composer
          draftName={`conversation.${id}`}
          label="Write a message"
          placeholder="Write a message, @ mentions someone"
          action="Send"
          type={type}
          readers={readers}
          onSend={write}
        />
      </div>
    </Card>
  );
}
