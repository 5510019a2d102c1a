/** A backup or a restore that was refused; its message says why in words for people. */
export class BackupError extends Error {
  override name = 'BackupError';
}
