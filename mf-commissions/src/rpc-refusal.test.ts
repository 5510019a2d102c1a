import { describeRefusal } from './rpc-refusal';

const answer = (data: unknown, status = 200, error: unknown = null) => ({ data, error, count: null, status });

describe('describeRefusal', () => {
  const fallback = 'Failed to record agent payment';

  it.each([null, undefined, ''])('says the fallback when the procedure gives %p as its error', (error) => {
    expect(describeRefusal(answer({ success: false, error }), fallback).data).toEqual({
      success: false,
      error: fallback,
    });
  });

  // Holds commissions-48
  it('keeps the reason the procedure gives', () => {
    const refused = answer({ success: false, error: 'Only admins record payments.' });
    expect(describeRefusal(refused, fallback)).toBe(refused);
  });

  it('keeps success and real errors', () => {
    const done = answer({ success: true, commission: {} });
    const failed = answer(null, 403, { code: '42501' });
    expect(describeRefusal(done, fallback)).toBe(done);
    expect(describeRefusal(failed, fallback)).toBe(failed);
  });
});
