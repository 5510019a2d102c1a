/** Long enough for a first view's code and data to go first, in milliseconds. */
const GRACE = 1000;

/** Does something once the page has loaded and has nothing better to do. @returns calls it off */
export function afterLoad(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(work, GRACE);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
  return () => {
    window.removeEventListener('load', start);
    clearTimeout(timer);
  };
}
