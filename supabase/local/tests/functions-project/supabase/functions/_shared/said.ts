/** What the functions of this project have in common. */
export const said = (words: string): string => `Said: ${words}`;
