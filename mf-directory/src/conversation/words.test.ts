/** @jest-environment jsdom */
import { matching, piecesOf, storedOf, typedMention, typedOf } from './words';

const ANN = { id: '0b5e1c1e-0000-4000-8000-000000000001', firstName: 'Ann', lastName: 'Lee' };
const ANNA = { id: '0b5e1c1e-0000-4000-8000-000000000002', firstName: 'Ann', lastName: 'Leeds' };
const people = { [ANN.id]: ANN, [ANNA.id]: ANNA };

test('names of people who were picked are stored as mentions, and come back as names', () => {
  const typed = ' Ask @Ann Leeds and @Ann Lee, not @Bob ';
  const stored = storedOf(typed, [ANN, ANNA]);
  expect(stored).toBe(`Ask <@${ANNA.id}> and <@${ANN.id}>, not @Bob`);
  expect(typedOf(stored, people)).toEqual({ text: typed.trim(), mentioned: [ANNA, ANN] });
});

test('a name that was taken out again is no mention', () => {
  expect(storedOf('Nobody', [ANN])).toBe('Nobody');
});

describe('the pieces of a message', () => {
  it('are text, mentions and links, without the sentence’s full stop', () => {
    expect(piecesOf(`See https://a.test/x?y=1. <@${ANN.id}>`, people)).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.test/x?y=1', href: 'https://a.test/x?y=1', isOurs: false },
      { kind: 'text', text: '. ' },
      { kind: 'mention', text: '@Ann Lee', personId: ANN.id },
    ]);
  });

  it('stay in the app where they lead to it', () => {
    const [piece] = piecesOf(`${location.origin}/sales/1?message=2`, people);
    expect(piece).toMatchObject({ kind: 'link', href: '/sales/1?message=2', isOurs: true });
  });

  it.each([
    ['javascript:alert(1)'],
    ['https://bank.example@evil.test/'],
    ['data:text/html,<script>alert(1)</script>'],
    ['<b>bold</b>'],
    ['<@not-an-id>'],
  ])('are nothing but text: %s', (text) => {
    expect(piecesOf(text, people)).toEqual([{ kind: 'text', text }]);
  });

  it('name somebody who is not known any more', () => {
    expect(piecesOf(`<@${ANN.id}>`, {})).toMatchObject([{ kind: 'mention', text: '@somebody' }]);
  });
});

test.each([
  ['@', 1, { at: 0, query: '' }],
  ['tell @ke', 8, { at: 5, query: 'ke' }],
  ['tell @Kenji Wa', 14, { at: 5, query: 'Kenji Wa' }],
  ['(@José', 6, { at: 1, query: 'José' }],
  ['tell @ke now', 8, { at: 5, query: 'ke' }],
  ['mail me@agency', 14, null],
  ['no mention', 10, null],
])('%j with the caret at %i', (text, caret, found) => {
  expect(typedMention(text, caret)).toEqual(found);
});

test.each([
  ['', 2],
  ['an', 2],
  ['leed', 1],
  ['ann lee', 2],
  ['ann leeds', 1],
  ['bo', 0],
])('%j finds %i', (query, count) => {
  expect(matching([ANN, ANNA], query)).toHaveLength(count);
});
