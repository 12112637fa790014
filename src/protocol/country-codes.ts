/** The second letters after A, after B, and so on to Z: a third of the bytes of the codes in full. */
const SECOND_LETTERS =
  'DEFGILMOQRSTUWXZ ABDEFGHIJLMNOQRSTVWYZ ACDFGHIKLMNORUVWXYZ EJKMOZ CEGHRST IJKMOR ABDEFGHILMNPQRSTUWY ' +
  'KMNRTU DELMNOQRST EMOP EGHIMNPRWYZ ABCIKRSTUVY ACDEFGHKLMNOPQRSTUVWXYZ ACEFGILOPRUZ M AEFGHKLMNRSTWY A ' +
  'EOSUW ABCDEGHIJKLMNORSTVXYZ CDFGHJKLMNORTVWZ AGMSYZ ACEGINU FS  ET AMW';

/** Every country's two letters (ISO 3166-1 alpha-2), of which shoppers choose by name. */
export const COUNTRY_CODES: readonly string[] = SECOND_LETTERS.split(' ').flatMap((seconds, first) =>
  Array.from(seconds, (second) => String.fromCharCode(65 + first) + second),
);
