import { openMail } from '../../functions/_shared/mailbox/open-mail.ts';
import { trustOf } from '../../functions/_shared/mailbox/proof.ts';

/** Whether a mail counts as proven, by what stands in its headers, in each form in which a service hands it over. */

const FROM = 'pay@vendor.test';
const own = (results: string) => `Authentication-Results: mx.test; ${results}`;
const raw = (headers: readonly string[], from = FROM) =>
  [...headers, `From: ${from}`, 'To: x@y.test', 'Subject: s', 'Message-ID: <1@v.test>', '', 'Hi'].join(
    '\r\n',
  );

const asMessage = (headers: readonly string[]) =>
  new Request('https://x.test', {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822' },
    body: raw(headers),
  });
const asJson = (headers: readonly string[], from = FROM) =>
  new Request('https://x.test', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      FromFull: { Email: FROM },
      From: from,
      // Services list all headers, the sender's among them.
      Headers: [...headers, `From: ${FROM}`].map((line) => {
        const [, Name, Value] = /^([^:]+): (.*)$/.exec(line) ?? [];
        return { Name, Value };
      }),
    }),
  });
function asForm(
  fields: readonly (readonly [string, string])[],
  headers: readonly string[] = [],
  from = FROM,
) {
  const form = new FormData();
  form.set('email', raw(headers, from));
  for (const [name, value] of fields) form.append(name, value);
  return new Request('https://x.test', { method: 'POST', body: form });
}

const OURS = trustOf('mx.test, mx2.test');
const proven = async (request: Request, trust = OURS) => (await openMail(request, trust))?.head.proven;

// Holds security-77
test('a quote that never ends is looked at once, however long it is', async () => {
  const results = `mx.test; dkim=pass header.d=vendor.test "${'\\"'.repeat(1_000_000)}`;
  const body = { From: FROM, To: 'x@y.test', Headers: [{ Name: 'Authentication-Results', Value: results }] };
  const handed = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  expect(await proven(new Request('https://x.test', handed))).toBe(false);
});

describe('by the headers of the service', () => {
  // Holds security-72
  test.each<[string, string[], boolean]>([
    ['none', [], false],
    ['DMARC passed', [own('dmarc=pass')], true],
    ['DMARC passed for the sender', [own('dmarc=pass (p=reject) header.from=vendor.test')], true],
    ['DMARC passed for another one', [own('dmarc=pass header.from=stranger.test')], false],
    [
      'DMARC failed, SPF passed for the sender',
      [own('spf=pass smtp.mailfrom=a@vendor.test; dmarc=fail')],
      false,
    ],
    ['DMARC passed for two', [own('dmarc=pass header.from=a.test header.from=vendor.test')], false],
    ['DMARC that cannot be read', [own('dmarc=fail, header.from=x; dkim=pass header.d=vendor.test')], false],
    ['DMARC not to be asked', [own('dkim=pass header.d=vendor.test; dmarc=temperror')], false],
    ['no DMARC, SPF passed for the sender', [own('dmarc=none; spf=pass smtp.mailfrom=a@vendor.test')], true],
    ['SPF for a domain', [own('spf=pass (x) smtp.mailfrom=vendor.test')], true],
    ['SPF below', [own('spf=pass smtp.mailfrom=bounce@mail.vendor.test')], true],
    ['SPF for another domain', [own('spf=pass smtp.mailfrom=a@stranger.test')], false],
    ['SPF for a domain that ends alike', [own('spf=pass smtp.mailfrom=a@evilvendor.test')], false],
    ['SPF for the whole ending', [own('spf=pass smtp.mailfrom=a@test')], false],
    ['SPF for whom its server greets as', [own('spf=pass smtp.helo=vendor.test')], false],
    ['SPF for nobody', [own('spf=pass')], false],
    ['SPF said twice', [own('spf=pass smtp.mailfrom=a@stranger.test smtp.mailfrom=a@vendor.test')], false],
    [
      'SPF both ways',
      [own('spf=fail smtp.mailfrom=a@vendor.test'), own('spf=pass smtp.mailfrom=a@vendor.test')],
      false,
    ],
    ['SPF neither', [own('spf=neutral smtp.mailfrom=a@vendor.test')], false],
    ['an address that holds another', [own('spf=pass smtp.mailfrom=a@vendor.test@stranger.test')], false],
    ['DKIM for the sender', [own('dkim=pass header.d=vendor.test header.s=s')], true],
    ['DKIM by its address', [own('dkim=pass header.i=@vendor.test header.s=s')], true],
    ['DKIM for another domain', [own('dkim=pass header.d=stranger.test')], false],
    [
      'DKIM for another one, by an address of the sender',
      [own('dkim=pass header.i=@vendor.test header.d=stranger.test')],
      false,
    ],
    ['DKIM for one beside', [own('dkim=pass header.d=evil.host.test')], false],
    ['DKIM failed', [own('dkim=fail header.d=vendor.test')], false],
    [
      'DKIM failed for one, passed for the sender',
      [own('dkim=fail header.d=list.test; dkim=pass header.d=vendor.test')],
      true,
    ],
    ['nothing asked', [own('none')], false],
    ['another server', ['Authentication-Results: mx.stranger.test; dmarc=pass'], false],
    ['a server without a name', ['Authentication-Results: dmarc=pass'], false],
    ['a name that begins alike', ['Authentication-Results: mx.test.stranger.test; dmarc=pass'], false],
    ['a name with a version', ['Authentication-Results: MX.test 1; dmarc=pass'], true],
    ['its other server', ['Authentication-Results: mx2.test; dkim=pass header.d=vendor.test'], true],
    [
      'two of its headers',
      [own('spf=fail smtp.mailfrom=a@list.test'), own('dkim=pass header.d=vendor.test')],
      true,
    ],
    [
      'its headers, another between',
      [own('spf=none'), 'Authentication-Results: x; dmarc=fail', own('dmarc=pass')],
      true,
    ],
    ['its own first, a pass below', [own('dmarc=fail'), own('dmarc=pass')], false],
    ['a pass above, its own below', ['Authentication-Results: x; dmarc=pass', own('dmarc=fail')], false],
    ['one of its headers that cannot be read', [own('dmarc=pass'), own('spf=pass (x')], false],
    ['a pass below what it says of the same check', [own('dmarc=none'), own('dmarc=pass')], false],
    ['a signature below its own', [own('dkim=none; spf=none'), own('dkim=pass header.d=vendor.test')], false],
    [
      'a signature under its other name, below its own',
      [
        own('dkim=pass header.d=stranger.test'),
        'Authentication-Results: mx2.test; dkim=pass header.d=vendor.test',
      ],
      false,
    ],
    ['a failure below a pass', [own('spf=pass smtp.mailfrom=a@vendor.test'), own('dmarc=fail')], false],
    ['SPF of another header', ['Received-SPF: Pass (sender) envelope-from=pay@vendor.test'], false],
    ['two senders', ['From: thief@stranger.test', own('dmarc=pass')], false],
    ['the check in a comment', [own('spf=none (; dmarc=pass)')], false],
    ['the check in quotes', [own('spf=none smtp.mailfrom="; dmarc=pass"@stranger.test')], false],
    ['the domain in a comment', [own('spf=pass ( smtp.mailfrom=a@vendor.test )')], false],
    ['results of ARC', ['ARC-Authentication-Results: i=1; mx.test; dmarc=pass'], false],
  ])('a pass of the service for the sender proves it, and no other: %s', async (_name, headers, expected) => {
    expect([await proven(asMessage(headers)), await proven(asJson(headers))]).toEqual([expected, expected]);
  });
});

test.each([
  ['<pay@vendor.test> <a@evil.test>', false],
  ['pay@vendor.test (x) @evil.test', false],
  ['<<pay@vendor.test>a@evil.test>', false],
  ['[pay@vendor.test] a@evil.test', false],
  ['x: pay@vendor.test, a@evil.test;', false],
  ['', false],
  ['pay@vendor.test', true],
  ['Fjordline Pay <pay@vendor.test>', true],
  ['"Pay, Fjordline" <pay@vendor.test>', true],
  ['=?utf-8?q?Fj=C3=B6rd?= <pay@vendor.test>', true],
])('a pass that names nobody proves a sender that is written plainly: %s', async (from, expected) => {
  const request = new Request('https://x.test', {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822' },
    body: raw([own('dmarc=pass')], from),
  });
  expect((await proven(request)) ?? false).toBe(expected);
});

describe('by fields of a form', () => {
  const FORMS = trustOf('form-fields');
  const envelope = (from: string): [string, string] => [
    'envelope',
    JSON.stringify({ to: ['x@y.test'], from }),
  ];
  test.each<[string, [string, string][], boolean]>([
    ['none', [], false],
    ['SPF passed for the sender', [['SPF', 'pass'], envelope('b@mail.vendor.test')], true],
    ['SPF passed for another', [['SPF', 'pass'], envelope('b@stranger.test')], false],
    ['SPF passed for nobody', [['SPF', 'pass'], envelope('')], false],
    ['SPF passed, no envelope', [['SPF', 'pass']], false],
    ['SPF twice', [['SPF', 'pass'], ['SPF', 'pass'], envelope('b@vendor.test')], false],
    ['SPF failed', [['SPF', 'fail'], envelope('b@vendor.test')], false],
    ['DKIM passed for the sender', [['dkim', '{@vendor.test : pass}']], true],
    ['DKIM passed for another', [['dkim', '{@stranger.test : pass}']], false],
    ['DKIM failed', [['dkim', '{@vendor.test : fail}']], false],
    ['DKIM of several', [['dkim', '{@vendor.test : pass, @x.test : fail}']], false],
    ['DKIM none', [['dkim', 'none']], false],
  ])('%s', async (_name, fields, expected) => {
    expect(await proven(asForm(fields), FORMS)).toBe(expected);
    // Some services post any header of a mail as a field: it is nobody's word until the installation says so.
    expect(await proven(asForm(fields), OURS)).toBe(false);
  });

  test('a header cannot name itself after the fields', async () => {
    expect(await proven(asMessage(['Authentication-Results: form-fields; dmarc=pass']), FORMS)).toBe(false);
  });

  test('where the form speaks, a header of the mail proves nothing', async () => {
    const request = asForm([['SPF', 'fail'], envelope('b@vendor.test')], [own('dmarc=pass')]);
    expect(await proven(request, trustOf('mx.test,form-fields'))).toBe(false);
  });

  test('DMARC in a header of the service overrules them', async () => {
    const request = asForm([['dkim', '{@vendor.test : pass}']], [own('dmarc=fail')]);
    expect(await proven(request, trustOf('mx.test,form-fields'))).toBe(false);
  });
});

test('of two senders in JSON nobody can say which one was looked at', async () => {
  const headers = [own('dmarc=pass')];
  const [one, two] = [asJson(headers), asJson(headers, `${FROM}, thief@stranger.test`)];
  expect([await proven(one), await proven(two)]).toEqual([true, false]);
});

describe('what the installation says', () => {
  // Holds security-71
  test('nothing: whatever a mail says of itself, it waits', async () => {
    for (const headers of [[], [own('dmarc=pass')]])
      expect(await proven(asMessage(headers), trustOf())).toBe(false);
    expect(await proven(asForm([['dkim', '{@vendor.test : pass}']]), trustOf('', 'yes'))).toBe(false);
  });

  test.each<[string, string[], boolean]>([
    ['nothing is found', [], true],
    ['DMARC failed', [own('dmarc=fail')], false],
    ['SPF failed', [own('spf=softfail smtp.mailfrom=a@vendor.test')], false],
    ['SPF failed, DKIM passed', [own('spf=fail; dkim=pass header.d=vendor.test')], true],
    ['it cannot be read', [own('spf=pass (x')], false],
    ['two senders', ['From: thief@stranger.test'], false],
  ])('always: where %s', async (_name, headers, expected) => {
    for (const trust of [trustOf('', 'always'), trustOf('mx.test', 'Always')])
      expect(await proven(asMessage(headers), trust)).toBe(expected);
  });
});
