/** What somebody has typed into the search. */
export interface Typed {
  text: string;
  /** Enter came before the answer: its first is opened when it comes. */
  hurried?: 'here' | 'new tab' | null;
}
