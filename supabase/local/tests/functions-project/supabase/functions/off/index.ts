Deno.serve(() => new Response('never asked'));
