/** In place of auth-js's passkeys (4 kB gz of the login page), which Paperplane does not offer. */
export class WebAuthnApi {}
export const browserSupportsWebAuthn = () => false;
const absent = () => {
  throw new Error('passkeys are not part of this build');
};
export {
  absent as createCredential,
  absent as deserializeCredentialCreationOptions,
  absent as deserializeCredentialRequestOptions,
  absent as getCredential,
  absent as serializeCredentialCreationResponse,
  absent as serializeCredentialRequestResponse,
};
export const webAuthnAbortService = { createNewAbortSignal: absent, cancelCeremony: absent };
