/**
 * Carries a secret from the one who has it to the one who asked, past the store: what a query or mutation takes and answers is kept in
 * Redux, is seen by its tools and may outlive the screen. Taking it is the end of it here.
 */
export function pastTheStore<T>() {
  const waiting = new Map<string, T>();
  return {
    /** @returns the ticket to take it with, which says nothing */
    leave: (secret: T): string => {
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
