Deno.serve(() => new Response('never reached'));
throw new Error('a start that fails on purpose');
