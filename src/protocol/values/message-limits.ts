/**
 * The most characters of the encoded messages that travel through the shopper's browser, checked before they are
 * decoded.
 */

/** The challenge result, which may carry message extensions. */
export const MAX_CRES_LENGTH = 16_384;

/** The challenge request, which consists of five short fields. */
export const MAX_CREQ_LENGTH = 2_048;

/**
 * The form field threeDSMethodData: an identifier, and an address of at most 256 characters (EMV 3-D Secure, 3DS
 * Method).
 */
export const MAX_METHOD_DATA_LENGTH = 2_048;

/** The form field threeDSSessionData (EMV 3-D Secure, Challenge Request). */
export const MAX_SESSION_DATA_LENGTH = 1_024;
