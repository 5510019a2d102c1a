import { processError } from '@paperplane/shared/domain';
import { isNotFound } from './not-found';
import { webHost } from './web-host';

describe('missing records', () => {
  it.each([
    ['PGRST116', true],
    ['22P02', true],
    ['42501', false],
  ])('%s: %s', (code, missing) =>
    expect(isNotFound(processError({ code, message: 'x' }, 'Test'))).toBe(missing),
  );
});

it.each([
  ['https://www.azure.example/trade?x=1', 'azure.example'],
  ['http://azure.example', 'azure.example'],
  ['no address', 'no address'],
])('shows %s as %s', (url, host) => expect(webHost(url)).toBe(host));
