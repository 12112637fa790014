/**
 * The attribute `allow` of the frames around a page of the ACS. It allows passkeys, codes from messages, and payment
 * confirmation (docs/reference/browser-lessons.md#frame-permissions).
 */
export const FRAME_PERMISSIONS =
  'payment *; publickey-credentials-get *; publickey-credentials-create *; otp-credentials *';
