import { requestsOfPage } from '@paperplane/shared/testing';
import { pages } from './remote';

// Pages are compiled when they are first imported.
jest.setTimeout(60_000);

const ID = '0B5E1C1E-0000-4000-8000-000000000001';

// What a loader starts is what the page asks for, so that there is one request.
it.each([
  ['dashboard', '/dashboard', '/dashboard', ['get_dashboard']],
  ['dashboard', '/dashboard', '/dashboard?from=2026-08-01', ['get_dashboard']],
  ['dashboard', '/dashboard', `/dashboard?to=2026-08-01&from=2026-09-01&x=${ID}`, ['get_dashboard']],
  ['reports', '/reports', '/reports', ['get_report_gallery', 'saved_reports', 'list_mail_plans']],
  ['report', '/reports/:id', '/reports/commissions', ['run_report']],
  [
    'report',
    '/reports/:id',
    `/reports/sales?group=vendor&compare=year&from=2026-01-01&to=2026-03-31&agentId=x`,
    ['run_report'],
  ],
  ['report', '/reports/:id', '/reports/aging', ['run_report', 'get_vendor_chases']],
  ['report', '/reports/:id', '/reports/nothing', []],
] as const)('%s: %s%s asks once', async (page, pattern, address, asked) => {
  const { byLoader, inAll } = await requestsOfPage(await pages[page](), pattern, address);
  expect(byLoader).toEqual(asked);
  expect(inAll).toEqual(asked);
});
