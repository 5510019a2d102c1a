import { createClient } from '@supabase/supabase-js';
import { said } from '../_shared/said.ts';

/** Says what came, and asks the database as who calls and as the project itself. */
Deno.serve(async (request) => {
  const url = new URL(request.url);
  const [address = '', key = ''] = ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY'].map((name) =>
    Deno.env.get(name),
  );
  const { data, error } = await createClient(address, key, { auth: { persistSession: false } })
    .from('notes')
    .select('text');
  return Response.json(
    {
      said: said('hello'),
      method: request.method,
      path: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
      notes: data,
      error,
    },
    { status: 201, headers: { 'x-of-function': 'yes', 'access-control-allow-origin': 'https://page.test' } },
  );
});
