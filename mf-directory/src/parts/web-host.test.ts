import { webHost } from './web-host';

it.each([
  ['https://www.azure.example/trade?x=1', 'azure.example'],
  ['http://azure.example', 'azure.example'],
  ['no address', 'no address'],
])('shows %s as %s', (url, host) => expect(webHost(url)).toBe(host));
