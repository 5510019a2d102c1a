/** Lets the base query tell Auth that a request was denied, without the two importing each other. */
let onDenied: () => void = () => undefined;

export const authEvents = {
  denied: (): void => onDenied(),
  listen: (listener: () => void): void => {
    onDenied = listener;
  },
};
