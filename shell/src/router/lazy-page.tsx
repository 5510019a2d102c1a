import { startTransition, useEffect, useState, type ComponentType } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  (): React.ReactNode;
  /** Starts the download before the page is shown. */
  preload: () => void;
}

/**
 * A page in a chunk of its own, loaded by effect and state: `lazy` with `Suspense` holds each reveal back 300 ms.
 * A failed download is thrown to the error boundary of the route and tried again at the next visit.
 */
export function lazyPage(load: Load): LazyPage {
  let page: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  const fetchPage = (): Promise<void> =>
    (loading ??= load().then(
      (module) => {
        page = module.default;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    ));

  const Page: LazyPage = () => {
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const [loaded, setLoaded] = useState(page !== null);
    useEffect(() => {
      // Not by asking for the page itself: it may have arrived between the render and this effect.
      if (loaded) return;
      let shown = true;
      fetchPage().then(
        () => shown && startTransition(() => setLoaded(true)),
        (error: unknown) => shown && setFailure({ error }),
      );
      return () => {
        shown = false;
      };
    }, [loaded]);
    if (failure) throw failure.error;
    const Loaded = page;
    return loaded && Loaded ? <Loaded /> : null;
  };
  Page.preload = () => void fetchPage().catch(() => undefined);
  return Page;
}
