/** Sends what waits for endpoints; called by the database, every ten seconds where something does and when somebody resends. */
import { json, refuse, serve } from '../_shared/answers.ts';
import { serviceCall } from '../_shared/database.ts';
import { isService } from '../_shared/service.ts';
import { sendWebhooks } from './lanes.ts';

serve(async (request) => {
  if (!isService(request)) return refuse('forbidden', 'This function is called by the database.', {}, 401);
  return json({ success: true, count: await sendWebhooks(serviceCall()) });
});
