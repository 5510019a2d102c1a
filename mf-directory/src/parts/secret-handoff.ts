/**
 * Hands a secret (a passport number) from the request to the component that asked, without passing through the store: what a query or
 * mutation takes and returns is kept in Redux, is seen by its tools and may outlive the screen. It can be taken once.
 */
export function createSecretHandoff<T>() {
  const waiting = new Map<string, T>();
  return {
    /** @returns the ticket to take it with, which says nothing */
    put: (secret: T): string => {
      const ticket = crypto.randomUUID();
      waiting.set(ticket, secret);
      return ticket;
    },
    /** `undefined` when there is none, or it has been taken. */
    take: (ticket: string): T | undefined => {
      const secret = waiting.get(ticket);
      waiting.delete(ticket);
      return secret;
    },
  };
}
