import { displayName } from '@paperplane/shared/domain';
import type { Person } from './conversation';

/** A piece of a message as it is shown. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'mention'; text: string; personId: string }
  | { kind: 'link'; text: string; href: string; isOurs: boolean };

type Known = Pick<Person, 'id' | 'firstName' | 'lastName'>;

const TOKEN = /<@([0-9a-f-]{36})>/g;
const LINK = /https?:\/\/[^\s<>"']+/g;
/** Ends a sentence, not an address. */
const AFTER = /[.,;:!?)\]]+$/;

/** "@Kenji Watanabe" */
export const mentionOf = (person: Known | undefined): string => `@${displayName(person, 'somebody')}`;

/** Whether an address may be followed: http and https, and nothing that hides its host behind a name. */
function linkOf(text: string): Piece | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password) return null;
  const isOurs = url.origin === location.origin;
  return { kind: 'link', text, href: isOurs ? url.pathname + url.search + url.hash : url.href, isOurs };
}

function withLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(LINK)) {
    const address = found[0].replace(AFTER, '');
    const link = linkOf(address);
    if (!link) continue;
    if (found.index > end) pieces.push({ kind: 'text', text: text.slice(end, found.index) });
    pieces.push(link);
    end = found.index + address.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** A stored message in pieces: text, mentions by name, links. */
export function piecesOf(body: string, people: Readonly<Record<string, Known>>): Piece[] {
  return body.split(TOKEN).flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return withLinks(part);
    return [{ kind: 'mention', text: mentionOf(people[part]), personId: part }];
  });
}

/** A stored message as one edits it, with the people it mentions. */
export function typedOf(
  body: string,
  people: Readonly<Record<string, Known>>,
): { text: string; mentioned: Known[] } {
  const ids = [...new Set([...body.matchAll(TOKEN)].map(([, id = '']) => id))];
  return {
    text: body.replace(TOKEN, (_token, id: string) => mentionOf(people[id])),
    mentioned: ids.flatMap((id) => people[id] ?? []),
  };
}

/** What was typed as it is stored: the names of people who were picked become mentions, the longest first. */
export function storedOf(text: string, picked: readonly Known[]): string {
  return [...picked]
    .sort((a, b) => mentionOf(b).length - mentionOf(a).length)
    .reduce((body, person) => body.replaceAll(mentionOf(person), `<@${person.id}>`), text)
    .trim();
}

/** The mention that is being typed before the caret: where its `@` stands, and what was typed of the name. */
export function typedMention(text: string, caret: number): { at: number; query: string } | null {
  const found = /(?:^|[\s(])@((?:[\p{L}\p{M}'’.-]+ ?){0,3})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const query = found[1] ?? '';
  return { at: caret - query.length - 1, query };
}

/** The people whose first name, last name or both begin with what was typed. */
export function matching<P extends Known>(people: readonly P[], query: string): P[] {
  const wanted = query.trim().toLowerCase();
  return people.filter((person) => {
    const name = displayName(person).toLowerCase();
    return name.startsWith(wanted) || name.split(' ').some((word) => word.startsWith(wanted));
  });
}
