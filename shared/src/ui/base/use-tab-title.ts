import { useEffect } from 'react';

/** Names the browser's tab after what a page shows, over the route's own title; nothing while the name is not known. */
export function useTabTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Paperplane`;
  }, [title]);
}
