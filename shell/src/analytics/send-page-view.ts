/** A page that was opened: `/sales/:id` and `/sales/17`. */
export interface PageView {
  route: string;
  path: string;
}

/**
 * Tells the installation's own analytics of a page view (docs/product/platform.md, Page views): route pattern and path, nothing else; no cookie, no
 * query, no hash, no referrer. Survives leaving the page; failures are ignored.
 * @param url where to; empty for nowhere
 */
export function sendPageView(url: string, { route, path }: PageView, request = fetch): void {
  if (!url) return;
  void request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ route, path }),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    priority: 'low',
  }).catch(() => undefined);
}
