/** In place of auth-js's sign-in by wallet, which Paperplane does not offer. */
const absent = () => {
  throw new Error('wallets are not part of this build');
};
export { absent as createSiweMessage, absent as fromHex, absent as getAddress, absent as toHex };
