import { disclosed } from './disclosed';
import { createSecretHandoff } from './secret-handoff';

const answer = <Data>(data: Data | null, error: unknown = null) => ({
  data,
  error,
  count: null,
  status: 200,
});

describe('what is told only after a record of it', () => {
  it('is asked for, read by the id of the record, and handed off', async () => {
    const handoff = createSecretHandoff<string>();
    const asked: string[] = [];
    const { data, error } = await disclosed(
      Promise.resolve(answer('d1')),
      (id) => {
        asked.push(id);
        return Promise.resolve(answer('X4417RTA'));
      },
      handoff,
    );
    expect([error, asked]).toEqual([null, ['d1']]);
    expect(data).not.toContain('X4417RTA');
    expect(handoff.take(String(data))).toBe('X4417RTA');
  });

  it('is not read when the record was refused', async () => {
    const refused = answer<string>(null, { code: 'P0001' });
    const read = jest.fn();
    expect(await disclosed(Promise.resolve(refused), read, createSecretHandoff())).toBe(refused);
    expect(read).not.toHaveBeenCalled();
  });

  it('fails as the reading fails', async () => {
    const late = answer<string>(null, { code: 'P0001' });
    const told = disclosed(
      Promise.resolve(answer('d1')),
      () => Promise.resolve(late),
      createSecretHandoff<string>(),
    );
    expect(await told).toBe(late);
  });
});
