import { displayMessage } from '@paperplane/shared/domain';
import { useDraft, useToast, type RecordRef } from '@paperplane/shared/platform';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import { useState } from 'react';
import { useDeleteMessageMutation, useEditMessageMutation, usePostMessageMutation } from './conversation-api';
import { Composer, readTyped } from './composer';
import type { Conversation, Message as Words, Thread } from './conversation';
import { Message } from './message';
import { NewLine } from './new-line';
import { typedOf } from './words';

interface ConversationThreadProps {
  record: RecordRef;
  thread: Thread;
  conversation: Conversation;
  /** The message a link leads to. */
  target: string | null;
  /** The first new message, and how the line before it reads. */
  news: { id: string; text: string } | null;
  onChanged: () => unknown;
}

/** A message with its replies, and what is being written about them. */
export function ConversationThread(props: ConversationThreadProps) {
  const { record, thread, conversation, target, news, onChanged } = props;
  const { people, readers } = conversation;
  const threadId = thread.first.threadId;
  const draftName = `conversation.${record.id}.${threadId}`;
  const kept = useDraft(draftName);
  // Back from a reload in the middle of a reply.
  const [replying, setReplying] = useState(() => readTyped(kept.read()?.content) !== null);
  const [asked, setAsked] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Words | null>(null);
  const [post] = usePostMessageMutation();
  const [edit] = useEditMessageMutation();
  const [remove, removal] = useDeleteMessageMutation();
  const toast = useToast();

  async function reply(body: string, messageId: string) {
    await post({ ...record, messageId, body, replyTo: threadId }).unwrap();
    setReplying(false);
    await onChanged();
  }
  async function change(messageId: string, body: string) {
    await edit({ messageId, body }).unwrap();
    setEditing(null);
    await onChanged();
  }
  async function confirmDeletion({ id }: Words) {
    try {
      await remove({ messageId: id }).unwrap();
      setDeleting(null);
      await onChanged();
    } catch (error) {
      setDeleting(null);
      toast.error('The message was not deleted', displayMessage(error));
    }
  }

  const partsOf = (message: Words) => ({
    message,
    people,
    isTarget: message.id === target,
    onReply: () => {
      setAsked(true);
      setReplying(true);
    },
    onEdit: () => setEditing(message.id),
    onDelete: () => setDeleting(message),
    editor: editing === message.id && message.body !== null && (
      <Composer
        draftName={`conversation.${record.id}.edit.${message.id}`}
        label="Change the message"
        action="Save"
        type={record.type}
        readers={readers}
        initial={typedOf(message.body, people)}
        isAsked
        onSend={(body) => change(message.id, body)}
        onCancel={() => setEditing(null)}
      />
    ),
  });
  return (
    <>
      {news?.id === thread.first.id && <NewLine>{news.text}</NewLine>}
      <Message {...partsOf(thread.first)} editor={partsOf(thread.first).editor || null}>
        {(thread.replies.length > 0 || replying) && (
          <div className="talk-replies">
            {thread.replies.map((message) => (
              <div key={message.id} className="talk-reply">
                {news?.id === message.id && <NewLine>{news.text}</NewLine>}
                <Message {...partsOf(message)} editor={partsOf(message).editor || null} isReply />
              </div>
            ))}
            {replying && (
              <Composer
                draftName={draftName}
                label="Reply"
                action="Reply"
                type={record.type}
                readers={readers}
                isAsked={asked}
                onSend={reply}
                onCancel={() => setReplying(false)}
              />
            )}
          </div>
        )}
      </Message>
      {deleting && (
        <LazyConfirmDialog
          title="Delete this message?"
          confirmLabel="Delete message"
          cancelLabel="Keep message"
          busy={removal.isLoading}
          onConfirm={() => void confirmDeletion(deleting)}
          onCancel={() => setDeleting(null)}
        >
          Its words go for good. That there was a message, and its replies, stay.
        </LazyConfirmDialog>
      )}
    </>
  );
}
