CREATE INDEX outgoing_mails_organization_id_sent_at_idx ON private.outgoing_mails USING btree (organization_id, sent_at) WHERE (sent_at IS NOT NULL);
