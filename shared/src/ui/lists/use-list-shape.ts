import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Where lists are two-line rows; the same width as in kit/table.css. */
const NARROW = '(max-width: 639px)';

/** How a list stands on the page: as a table, as two-line rows, or as both, of which the stylesheet shows one. */
export type ListShape = 'table' | 'rows' | 'both';

function shapeNow(): ListShape {
  if (typeof matchMedia !== 'function') return 'both';
  return matchMedia(NARROW).matches ? 'rows' : 'table';
}

/**
 * The shape that is seen at this width: the other one, drawn and hidden, would cost a phone more than the one it shows.
 * Paper has a width of its own, so both are there while somebody prints.
 */
export function useListShape(): ListShape {
  const [shape, setShape] = useState(shapeNow);
  useEffect(() => {
    if (typeof matchMedia !== 'function') return;
    const width = matchMedia(NARROW);
    const follow = () => setShape(shapeNow());
    // At once: the paper is laid out when this event has been heard.
    const print = () => flushSync(() => setShape('both'));
    width.addEventListener('change', follow);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', follow);
    return () => {
      width.removeEventListener('change', follow);
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', follow);
    };
  }, []);
  return shape;
}
