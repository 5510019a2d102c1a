import { handOver, mailboxOf, message, nameSender, settled } from '../support/mailbox';
import { createTestAgency, type TestAgency } from '../support/test-agency';

jest.setTimeout(60_000);

let agency: TestAgency;
let to: string;
beforeAll(async () => {
  agency = await createTestAgency();
  to = (await mailboxOf(agency.admin)).address;
  await nameSender(agency.vendorId, 'pay@vendor.test');
});

const CSV = 'Reference,Traveler,Commission\nMB-10001,Ada Friend,120.50\nMB-10002,Bo Friend,80.00\n';

test('reads', async () => {
  const started = Date.now();
  expect(await handOver(message({ to, subject: 'First', attachments: [{ name: 'march.csv', content: CSV }] }))).toBe(200);
  console.log(JSON.stringify(await settled(agency, 'First'), null, 1), Date.now() - started);
});
