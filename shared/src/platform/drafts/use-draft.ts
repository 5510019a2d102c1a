import { useEffect, useState } from 'react';
import { useCurrentUser } from '../auth/use-auth';
import { createDraft, type Draft } from './draft';

/**
 * The draft of a form, as long as the form is on screen. It belongs to whoever is signed in.
 * @param name the form, and what it is about: `sale-create`, `sale-edit.<id>`; stays the same while the component lives
 */
export function useDraft(name: string): Draft {
  const { id } = useCurrentUser();
  const [draft] = useState(() => createDraft(id, name));
  useEffect(() => draft.open(), [draft]);
  return draft;
}
