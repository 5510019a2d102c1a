/**
 * Drafts: what was typed and not saved, kept in this browser under the id of whoever typed it. They outlive a reload, a crash and a
 * session that ended by itself; signing out and being deactivated delete them (docs/product/platform.md, Drafts).
 */
const PREFIX = 'paperplane.draft.';

/** How long a draft is kept, in milliseconds. */
export const DRAFT_AGE = 30 * 86_400_000;

/** A draft as it was kept; `content` is whatever the form wrote, perhaps an earlier version of it: check it before use. */
export interface StoredDraft {
  /** ISO moment. */
  savedAt: string;
  content: unknown;
  /** The key of what is created from it (docs/product/platform.md, Nothing twice). */
  requestKey?: string;
}

/** @param name the form, and what it is about: `sale-create`, `sale-edit.<id>` */
export const draftKey = (userId: string, name: string): string => `${PREFIX}${userId}.${name}`;

/** Called when the drafts of a person are deleted, so that no open form writes its own again. */
const ending = new Set<(userId: string) => void>();

/** Follows deletions. @returns ends it */
export function onDraftsDeleted(listener: (userId: string) => void): () => void {
  ending.add(listener);
  return () => void ending.delete(listener);
}

/** A browser may refuse its storage, or have none left: then there are no drafts, and nothing else breaks. */
function tried<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function parsed(text: string | null): StoredDraft | null {
  const draft = tried<unknown>(() => JSON.parse(text ?? 'null'), null) as Partial<StoredDraft> | null;
  const savedAt = draft?.savedAt;
  return typeof savedAt === 'string' && Number.isFinite(Date.parse(savedAt))
    ? {
        savedAt,
        content: draft?.content,
        ...(typeof draft?.requestKey === 'string' && { requestKey: draft.requestKey }),
      }
    : null;
}

const isOld = ({ savedAt }: StoredDraft, now: Date): boolean =>
  now.getTime() - Date.parse(savedAt) > DRAFT_AGE;

/** The draft under a key; null when there is none, it cannot be read, or nobody came back for it for too long. */
export function readDraft(key: string, now = new Date()): StoredDraft | null {
  const draft = parsed(tried(() => localStorage.getItem(key), null));
  return draft && !isOld(draft, now) ? draft : null;
}

/** Keeps a draft and drops those that are too old. */
export function writeDraft(key: string, content: unknown, now = new Date(), requestKey?: string): void {
  tried(() => {
    for (const other of draftKeys()) {
      const draft = parsed(localStorage.getItem(other));
      if (!draft || isOld(draft, now)) localStorage.removeItem(other);
    }
    localStorage.setItem(
      key,
      JSON.stringify({
        savedAt: now.toISOString(),
        content,
        ...(requestKey && { requestKey }),
      } satisfies StoredDraft),
    );
  }, undefined);
}

export function removeDraft(key: string): void {
  tried(() => localStorage.removeItem(key), undefined);
}

function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

/** Whether anything a person has typed and not saved is kept. */
export const hasDraftsOf = (userId: string): boolean =>
  tried(() => draftKeys().some((key) => key.startsWith(draftKey(userId, '')) && readDraft(key)), false);

/** Deletes everything a person has typed and not saved; forms that are still open write no more. */
export function deleteDraftsOf(userId: string): void {
  for (const end of ending) end(userId);
  tried(() => {
    const own = draftKey(userId, '');
    for (const key of draftKeys()) if (key.startsWith(own)) localStorage.removeItem(key);
  }, undefined);
}
