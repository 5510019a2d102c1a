import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { startBridge, type Bridge } from '../../../e2e/bridge/server';
import { bridgeAccount, bridgeLines } from '../support/bank-bridge';

/** The server that tests and the demo take for a bridge keeps to the protocol. */
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'bridge-')), 'bridge.json');
afterAll(() => fs.rmSync(path.dirname(file), { recursive: true }));

const claim = async (token: string) => {
  const response = await fetch(Buffer.from(token, 'base64').toString(), { method: 'POST' });
  return { status: response.status, text: await response.text() };
};

/** Asks with the credentials of an access address. */
async function accountsOf(access: string, query = '') {
  const { username, password, origin, pathname } = new URL(access);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const response = await fetch(`${origin}${pathname}/accounts${query}`, { headers: { authorization } });
  return {
    status: response.status,
    body: (await response.json()) as { accounts: { transactions: object[] }[] },
  };
}

async function withBridge(
  options: Parameters<typeof startBridge>[0],
  run: (bridge: Bridge) => Promise<void>,
) {
  const bridge = await startBridge(options);
  try {
    await run(bridge);
  } finally {
    await bridge.stop();
  }
}

test('a token is claimed once, and what is claimed shows the days that are asked for, the end excluded', () =>
  withBridge({}, async (bridge) => {
    const lines = bridgeLines(['1.00', 'ONE'], ['2.00', 'TWO']);
    bridge.accounts = [bridgeAccount('A', lines)];
    const token = bridge.token();
    const { status, text } = await claim(token);
    expect(status).toBe(200);
    expect((await claim(token)).status).toBe(403);
    expect((await accountsOf(text)).body.accounts[0]?.transactions).toHaveLength(2);
    const noonOf = (index: number) => Date.parse(`${lines[index]?.day}T12:00:00Z`) / 1000;
    const { body } = await accountsOf(text, `?start-date=${noonOf(0)}&end-date=${noonOf(1)}`);
    expect(body.accounts[0]?.transactions).toMatchObject([
      { id: 'TRN-1', amount: '1.00', description: 'ONE' },
    ]);
    expect((await accountsOf(text.replace(/:[0-9a-f]+@/, ':wrong@'))).status).toBe(403);
  }));

test('it has the port it is asked for, and remembers it with its accounts and who has claimed', async () => {
  let [url, access] = ['', ''];
  // A port that is free, as far as anybody can tell.
  await withBridge({}, (before) => Promise.resolve(void ({ url } = before)));
  const port = Number(new URL(url).port);
  await withBridge({ port, file }, async (bridge) => {
    expect(bridge.url).toBe(url);
    // One that starts beside it, and ends, changes nothing.
    await withBridge({ port, file }, (beside) => Promise.resolve(expect(beside.url).not.toBe(url)));
    bridge.accounts = [bridgeAccount('A', bridgeLines(['1.00', 'ONE']))];
    access = (await claim(bridge.token())).text;
  });
  await withBridge({ port: 0, file }, async (again) => {
    expect(again.url).toBe(url);
    expect((await accountsOf(access)).body.accounts).toHaveLength(1);
  });
});

test('it answers nobody who calls it by another name', () =>
  withBridge({}, async ({ url }) => {
    const status = await new Promise((resolve) =>
      http.get(`${url}/token`, { headers: { host: 'evil.example' } }, (response) =>
        resolve(response.statusCode),
      ),
    );
    expect(status).toBe(403);
  }));
