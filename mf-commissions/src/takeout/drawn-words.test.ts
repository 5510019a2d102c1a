import { drawWords } from './drawn-words';

test('draws five words, other ones each time, all of them long enough for the database', () => {
  const drawn = Array.from({ length: 500 }, drawWords);
  expect(new Set(drawn).size).toBe(500);
  for (const words of drawn) {
    expect(words).toMatch(/^([a-z]{3,8} ){4}[a-z]{3,8}$/);
    expect(words.length).toBeGreaterThanOrEqual(16);
  }
  const met = new Set(drawn.join(' ').split(' '));
  // 2,500 draws from 2,048 words meet 1,444 of them on average; a list that is cut short, or a lame draw, meets far fewer.
  expect(met.size).toBeGreaterThan(1_300);
});
