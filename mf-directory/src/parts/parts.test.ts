import { processError } from '@paperplane/shared/domain';
import { isBeyondLastPage, isNotFound } from './not-found';
import { pageFromQuery, rowsOfPage } from './paging';
import { webHost } from './web-host';

describe('paging', () => {
  it.each([
    [1, [0, 9]],
    [3, [20, 29]],
    [0, [0, 9]],
  ])('page %s has rows %s', (page, rows) => expect(rowsOfPage(page)).toEqual(rows));

  it.each([
    ['2', 2],
    ['', 1],
    ['-4', 1],
    ['1.5', 1],
    ['abc', 1],
    ['1e300', 1],
  ])('reads %p from the address as page %s', (text, page) => expect(pageFromQuery(text)).toBe(page));
});

describe('missing records', () => {
  it.each([
    ['PGRST116', true],
    ['22P02', true],
    ['42501', false],
  ])('%s: %s', (code, missing) =>
    expect(isNotFound(processError({ code, message: 'x' }, 'Test'))).toBe(missing),
  );

  it('knows a page behind the last one', () => {
    expect(isBeyondLastPage(processError({ code: 'PGRST103', message: 'x' }, 'Test'))).toBe(true);
    expect(isBeyondLastPage(undefined)).toBe(false);
  });
});

it.each([
  ['https://www.azure.example/trade?x=1', 'azure.example'],
  ['http://azure.example', 'azure.example'],
  ['no address', 'no address'],
])('shows %s as %s', (url, host) => expect(webHost(url)).toBe(host));
