/** How long an address may take to answer, in milliseconds (docs/product/platform.md, Constants and limits). */
const TIMEOUT = 10_000;

/** A web socket that gives an address up which never answers, as if it had refused: Realtime would wait as long as the browser does. */
export const impatientSocket = (): typeof WebSocket =>
  class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      setTimeout(() => {
        if (this.readyState === WebSocket.CONNECTING) this.close();
      }, TIMEOUT);
    }
  };
