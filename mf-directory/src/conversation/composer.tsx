import { isVisible, displayMessage, formatCount } from '@paperplane/shared/domain';
import { useCurrentUser, useDraft, type RecordType } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import { AtSign, Button, IconButton, SubmitKeys, submitOnModEnter } from '@paperplane/shared/ui';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Person, Reader } from './conversation';
import { MentionList } from './mention-list';
import { useMentions } from './use-mentions';
import { mentionOf, storedOf } from './words';

/** The most characters a message may have, mentions as they are stored. */
export const MOST = 5000;

type Named = Pick<Person, 'id' | 'firstName' | 'lastName'>;

export interface Typed {
  text: string;
  mentioned: Named[];
}

interface ComposerProps {
  /** Of what is typed: kept under this name. */
  draftName: string;
  label: string;
  placeholder?: string;
  /** "Reply" */
  action: string;
  type: RecordType;
  readers: readonly Reader[];
  /** What is there at first, where nothing was kept. */
  initial?: Typed;
  /** Somebody has just asked for it. */
  isAsked?: boolean;
  /** Resolves once it is written, under the id that is kept with its draft; its failure is shown here. */
  onSend: (body: string, messageId: string) => Promise<unknown>;
  onCancel?: () => void;
}

/** What was kept, when it is what this form keeps. */
export function readTyped(content: unknown): Typed | null {
  const { text, mentioned } = (content ?? {}) as Partial<Typed>;
  return typeof text === 'string' && Array.isArray(mentioned) ? { text, mentioned } : null;
}

/** The same text behind the field, where mentions have a ground. */
function Ground({ text, mentioned }: Typed) {
  const names = mentioned.map(mentionOf).filter((name) => text.includes(name));
  if (names.length === 0) return null;
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return (
    <div className="talk-ground" aria-hidden="true">
      {text
        .split(new RegExp(`(${escaped.join('|')})`))
        .map((part, index) => (index % 2 ? <mark key={index}>{part}</mark> : part))}
    </div>
  );
}

/** A field for a message: grows with it, mentions people behind `@`, is sent by Cmd or Ctrl with Enter, and kept over a reload. */
export function Composer(props: ComposerProps) {
  const { draftName, label, placeholder, action, type, readers, initial, isAsked, onSend, onCancel } = props;
  const { id: userId } = useCurrentUser();
  const draft = useDraft(draftName);
  const { send: sendOnce, notice } = useRequestKey(draft);
  const [typed, setTyped] = useState<Typed>(
    () => readTyped(draft.read()?.content) ?? initial ?? { text: '', mentioned: [] },
  );
  const [state, setState] = useState<{ sending: boolean; problem: string | null }>({
    sending: false,
    problem: null,
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const others = useMemo(() => readers.filter(({ id }) => id !== userId), [readers, userId]);
  const body = storedOf(typed.text, typed.mentioned);
  const tooLong = body.length - MOST;

  function change(next: Typed) {
    setTyped(next);
    setState({ sending: false, problem: null });
    if (isVisible(next.text)) draft.keep(next);
    else draft.discard();
  }

  const mentions = useMentions({
    text: typed.text,
    readers: others,
    area,
    onPick: (text, at, person) => {
      caret.current = at;
      const { id, firstName, lastName } = person;
      change({
        text,
        mentioned: [...typed.mentioned.filter((known) => known.id !== id), { id, firstName, lastName }],
      });
    },
  });

  useLayoutEffect(() => {
    const field = area.current;
    if (!field) return;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
    if (caret.current === null) return;
    field.focus();
    field.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [typed.text]);

  // At once when it opens; later the focus is its reader's.
  useEffect(() => {
    if (isAsked) area.current?.focus();
  }, [isAsked]);

  async function send() {
    if (state.sending || !isVisible(body) || tooLong > 0) return;
    setState({ sending: true, problem: null });
    draft.flush();
    try {
      await sendOnce((messageId) => onSend(body, messageId));
      draft.discard();
      setTyped({ text: '', mentioned: [] });
      setState({ sending: false, problem: null });
    } catch (error) {
      const isTold = error instanceof ToldFailure;
      setState({ sending: false, problem: isTold ? null : displayMessage(error) });
    }
  }

  function beginMention() {
    const at = area.current?.selectionStart ?? typed.text.length;
    const before = typed.text.slice(0, at);
    const sign = before === '' || /\s$/.test(before) ? '@' : ' @';
    caret.current = at + sign.length;
    change({ ...typed, text: before + sign + typed.text.slice(at) });
    requestAnimationFrame(mentions.follow);
  }

  const problem =
    tooLong > 0
      ? `Shorten it by ${formatCount(tooLong)} ${tooLong === 1 ? 'character' : 'characters'}.`
      : state.problem;
  return (
    <form
      className={typed.text ? 'talk-composer is-open' : 'talk-composer'}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="talk-field">
        <Ground {...typed} />
        <textarea
          ref={area}
          rows={1}
          aria-label={label}
          aria-autocomplete="list"
          aria-invalid={problem ? true : undefined}
          placeholder={placeholder}
          value={typed.text}
          onChange={(event) => {
            change({ ...typed, text: event.target.value });
            mentions.follow();
          }}
          onSelect={mentions.follow}
          onKeyDown={(event) => {
            if (mentions.onKeyDown(event)) return;
            if (event.key === 'Escape' && onCancel) {
              event.stopPropagation();
              draft.discard();
              onCancel();
            }
            submitOnModEnter(event);
          }}
          {...mentions.aria}
        />
      </div>
      {notice}
      {problem && (
        <p className="talk-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="talk-bar">
        <IconButton size="sm" label="Mention someone" onClick={beginMention}>
          <AtSign className="pp-i" />
        </IconButton>
        <span className="pp-grow" />
        <SubmitKeys verb="send" />
        {onCancel && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              draft.discard();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          size="sm"
          loading={state.sending}
          disabled={!isVisible(body) || tooLong > 0}
        >
          {action}
        </Button>
      </div>
      {mentions.people.length > 0 && (
        <MentionList
          id={mentions.listId}
          type={type}
          people={mentions.people}
          active={mentions.active}
          onPick={mentions.pick}
        />
      )}
    </form>
  );
}
