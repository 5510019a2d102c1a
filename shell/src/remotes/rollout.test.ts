/** @jest-environment jsdom */
import { browserId, choose, shareOf } from './rollout';
import { entryOf } from './testing';

beforeEach(() => localStorage.clear());

const staged = (percent: number, version = '2') => ({
  ...entryOf('mf_sales', { version: '1' }),
  staged: { percent, entry: entryOf('mf_sales', { version }) },
});
const versionOf = (entry: unknown) => (choose(entry) as { version: string }).version;
const as = (browser: number) => localStorage.setItem('paperplane.browser', `browser ${browser}`);

/** Which of a thousand browsers get the staged version. */
function chosen(percent: number, version = '2'): Set<number> {
  const browsers = Array.from({ length: 1000 }, (_, index) => index);
  return new Set(
    browsers.filter((browser) => {
      as(browser);
      return versionOf(staged(percent, version)) === version;
    }),
  );
}

it('gives a staged version to about as many browsers as it should', () => {
  for (const percent of [10, 50, 90]) {
    expect(chosen(percent).size).toBeGreaterThan(percent * 10 - 50);
    expect(chosen(percent).size).toBeLessThan(percent * 10 + 50);
  }
  expect(chosen(0).size).toBe(0);
  expect(chosen(100).size).toBe(1000);
});

it('leaves a browser what it has: at the next visit, and when the share grows', () => {
  const ten = chosen(10);
  expect(chosen(10)).toEqual(ten);
  const fifty = chosen(50);
  for (const browser of ten) expect(fifty.has(browser)).toBe(true);
});

it('tries another version with other browsers', () => {
  const two = chosen(10, '2');
  const both = [...chosen(10, '3')].filter((browser) => two.has(browser));
  expect(both.length).toBeLessThan(40);
});

it('makes a number for this browser only when something is staged', () => {
  expect(versionOf(entryOf('mf_sales', { version: '1' }))).toBe('1');
  expect(localStorage).toHaveLength(0);
  choose(staged(10));
  const id = browserId();
  expect(id).toMatch(/^[0-9a-z]{6,}$/);
  expect(browserId()).toBe(id);
});

it('leaves everybody the current version where nothing can be stored', () => {
  const refused = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(versionOf(staged(100))).toBe('1');
  refused.mockRestore();
});

it.each([[null], ['text'], [7], [undefined]])('hands %p through', (entry) =>
  expect(choose(entry)).toBe(entry),
);

it('spreads what is alike', () => {
  const shares = Array.from({ length: 100 }, (_, index) => shareOf(`a${index} mf_sales 2`));
  expect(new Set(shares.map((share) => Math.floor(share / 10))).size).toBe(10);
  expect(Math.max(...shares)).toBeLessThan(100);
});
