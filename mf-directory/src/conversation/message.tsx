import { displayName, formatDateTime, formatTime, today } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { useCopy } from '@paperplane/shared/records';
import { Avatar, IconButton, Link2, Pencil, Reply, Trash2 } from '@paperplane/shared/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { EDITABLE, type Message as Words, type Person } from './conversation';
import { addressOfMessage } from './linked-message';
import { MessageWords } from './message-words';

interface MessageProps {
  message: Words;
  people: Readonly<Record<string, Person>>;
  /** Replies are smaller. */
  isReply?: boolean;
  /** A link leads to it. */
  isTarget: boolean;
  onReply: () => void;
  onDelete: () => void;
  /** Its text while it is changed, in place of what it says. */
  editor: ReactNode;
  onEdit: () => void;
  /** Its replies. */
  children?: ReactNode;
}

/** Today's by the time, others by the day as well. */
function when(moment: string, timeZone: string): string {
  const isToday = today(timeZone, new Date(moment)) === today(timeZone);
  return isToday ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone);
}

function Trace({ message, people }: Pick<MessageProps, 'message' | 'people'>) {
  const { authorId, deletedBy } = message;
  const [author, by] = [displayName(people[authorId]), deletedBy && displayName(people[deletedBy])];
  return (
    <p className="talk-gone">
      <i>
        <Trash2 className="pp-i" />
      </i>
      {by === null && `A message of ${author} was erased`}
      {by !== null &&
        (deletedBy === authorId ? `${by} deleted a message` : `${by} deleted a message of ${author}`)}
    </p>
  );
}

function Tools({
  message,
  onReply,
  onEdit,
  onDelete,
}: Pick<MessageProps, 'message' | 'onReply' | 'onEdit' | 'onDelete'>) {
  const { isAdmin } = useAuth();
  const { id: userId } = useCurrentUser();
  const copy = useCopy();
  const isMine = message.authorId === userId;
  // As of when it was drawn; the database decides when it is saved.
  const [drawnAt] = useState(() => Date.now());
  const canEdit = isMine && drawnAt - Date.parse(message.createdAt) < EDITABLE;
  return (
    <div className="talk-tools">
      <IconButton size="sm" label="Reply" onClick={onReply}>
        <Reply className="pp-i" />
      </IconButton>
      <IconButton
        size="sm"
        label="Copy link to this message"
        onClick={() => void copy(addressOfMessage(message.id), 'Link', null)}
      >
        <Link2 className="pp-i" />
      </IconButton>
      {canEdit && (
        <IconButton size="sm" label="Edit" onClick={onEdit}>
          <Pencil className="pp-i" />
        </IconButton>
      )}
      {(isMine || isAdmin) && (
        <IconButton size="sm" label="Delete" onClick={onDelete}>
          <Trash2 className="pp-i" />
        </IconButton>
      )}
    </div>
  );
}

/** One message: who, when, what, what can be done with it, and its replies. */
export function Message(props: MessageProps) {
  const { message, people, isReply = false, isTarget, editor, children } = props;
  const { id: userId, organization } = useCurrentUser();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isTarget) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.focus({ preventScroll: true });
  }, [isTarget]);
  const author = people[message.authorId];
  return (
    <article
      ref={element}
      className={isTarget ? 'talk-msg is-target' : 'talk-msg'}
      aria-label={`Message of ${displayName(author)}`}
      tabIndex={isTarget ? -1 : undefined}
    >
      {message.body === null ? (
        <div className="talk-body">
          <Trace message={message} people={people} />
          {children}
        </div>
      ) : (
        <>
          <Avatar person={author} size={isReply ? 'sm' : 'base'} />
          <div className="talk-body">
            <div className="talk-own">
              <div className="talk-head">
                <b>{displayName(author)}</b>
                <time dateTime={message.createdAt}>{when(message.createdAt, organization.timeZone)}</time>
                {message.editedAt && <small>edited</small>}
              </div>
              {editor ?? (
                <>
                  <MessageWords body={message.body} people={people} userId={userId} />
                  <Tools {...props} />
                </>
              )}
            </div>
            {children}
          </div>
        </>
      )}
    </article>
  );
}
