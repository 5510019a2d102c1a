import { backend } from '../../tests/support/backend';
import { connect } from '../../tests/support/client';

test('a request without a session is answered as anon', async () => {
  const { error, status } = await connect(backend).from('sales').select('id').limit(1);
  expect(status).toBe(401);
  expect(error?.code).toBe('42501');
});
