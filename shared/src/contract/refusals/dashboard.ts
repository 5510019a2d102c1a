/** What the database refuses here, in words. */
export const dashboard = {
  agent_id_missing: () => 'Agent ID is required',
};
