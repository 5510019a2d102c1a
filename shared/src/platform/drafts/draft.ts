import {
  draftKey,
  onDraftsDeleted,
  readDraft,
  removeDraft,
  writeDraft,
  type StoredDraft,
} from './draft-storage';

/** How long after the last key a draft is written, in milliseconds: what a crash can cost at most. */
export const DRAFT_PAUSE = 300;

/** The draft of one form. */
export interface Draft {
  /** What was kept the last time. */
  read: () => StoredDraft | null;
  /** Keeps what is typed, a moment after the last call. @param content anything JSON can hold */
  keep: (content: unknown) => void;
  /** Writes at once what `keep` still holds back: before a request that may find the session ended. */
  flush: () => void;
  /** What makes the create of this form happen once, however often it is sent: kept with the draft, another one once that is gone. */
  requestKey?: () => string;
  /** Draws another key: what is typed now is another one than what was saved with the first. */
  renewKey?: () => void;
  /** Deletes the draft: it is saved, or not wanted. */
  discard: () => void;
  /** Writes what is pending when the page goes away, until the result is called; that writes it, too. */
  open: () => () => void;
}

export function createDraft(userId: string, name: string): Draft {
  const key = draftKey(userId, name);
  let pending: { content: unknown } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Its owner signed out while the form was still on screen. */
  let ended = false;
  let drawn: string | undefined;

  const requestKey = () => (drawn ??= readDraft(key)?.requestKey ?? crypto.randomUUID());
  function drop() {
    clearTimeout(timer);
    pending = null;
  }
  function flush() {
    if (pending && !ended) writeDraft(key, pending.content, new Date(), requestKey());
    drop();
  }

  return {
    read: () => readDraft(key),
    keep: (content) => {
      if (ended) return;
      clearTimeout(timer);
      pending = { content };
      timer = setTimeout(flush, DRAFT_PAUSE);
    },
    flush,
    requestKey,
    renewKey: () => {
      drawn = crypto.randomUUID();
      const kept = readDraft(key);
      if (kept && !ended) writeDraft(key, kept.content, new Date(), drawn);
    },
    discard: () => {
      drop();
      drawn = undefined;
      removeDraft(key);
    },
    open: () => {
      ended = false;
      const unfollow = onDraftsDeleted((owner) => {
        if (owner !== userId) return;
        ended = true;
        drop();
      });
      // Another tab signed the same person out, or saved the same form.
      const onStorage = (event: StorageEvent) => {
        if ((event.key === key || event.key === null) && event.newValue === null) drop();
      };
      const onHidden = () => {
        if (document.visibilityState === 'hidden') flush();
      };
      window.addEventListener('storage', onStorage);
      window.addEventListener('pagehide', flush);
      document.addEventListener('visibilitychange', onHidden);
      return () => {
        flush();
        unfollow();
        window.removeEventListener('storage', onStorage);
        window.removeEventListener('pagehide', flush);
        document.removeEventListener('visibilitychange', onHidden);
      };
    },
  };
}
