/** Starts the download of the frame around signed-in pages. On its own, so that pages can ask without knowing the routes. */
export const preloadLayout = (): void =>
  void import(/* webpackChunkName: "signed-in" */ '../layout/layout').catch(() => undefined);
