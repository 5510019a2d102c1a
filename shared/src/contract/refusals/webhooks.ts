/** What the database refuses of webhooks, in words. */
export const webhooks = {
  webhook_not_found: () => 'This endpoint is not there any more.',
  webhook_url_expected: () =>
    'Enter an https address with a name, like https://hooks.agency.example/paperplane.',
  webhook_url_taken: () => 'This address is an endpoint already.',
  webhook_events_expected: () => 'Choose at least one event.',
  webhooks_too_many: () => 'There are ten endpoints. Delete one first.',
  webhook_delivery_not_found: () => 'This delivery is not there any more.',
};
