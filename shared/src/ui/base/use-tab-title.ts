import { useEffect } from 'react';

/**
 * Names the browser's tab after what a page shows, over the route's own title; nothing while it is not known. A browser keeps titles in its
 * history: they carry the kind of record and its reference, never a person's name.
 */
export function useTabTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Paperplane`;
  }, [title]);
}
