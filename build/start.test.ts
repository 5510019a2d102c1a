import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The output of `npm start`, prepared already, to its end. */
function start(data: string, args: string[] = []): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, NODE_OPTIONS: '', PAPERPLANE_PREPARED: '1', PAPERPLANE_DATA: data };
  const ports = Object.fromEntries(
    ['', 'API_', 'MAIL_', 'BRIDGE_'].map((of) => [`PAPERPLANE_${of}PORT`, '0']),
  );
  const child = spawn(process.execPath, [path.join(__dirname, 'start.mjs'), ...args], {
    env: { ...env, ...ports },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

it('says in one sentence why it cannot use its data folder', async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-start-'));
  const data = path.join(home, 'data');
  fs.writeFileSync(data, 'a file');
  const { code, output } = await start(data);
  expect(code).toBe(1);
  expect(output).toBe(
    `Starting\nThere is a file where the folder ${data} has to be; move it away, or choose another folder for the data.\n`,
  );
  fs.rmSync(home, { recursive: true });
}, 60_000);

it('says which options it knows', async () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-start-'));
  for (const wrong of [['--replica', '1'], ['--replicas', 'many'], ['more']]) {
    const { code, output } = await start(data, wrong);
    expect(code).toBe(1);
    expect(output).toMatch(/Known: --replicas <n>, --replica-lag <time> \(500ms, 8s\)\.\n$/);
  }
  expect(fs.readdirSync(data)).toEqual([]);
  fs.rmSync(data, { recursive: true });
}, 60_000);
