/** Digits and capitals that cannot be mistaken for each other, aloud or in handwriting: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'
const LENGTH = 5

/**
 * What people say on the telephone, such as `DE-7K3Q9`. Not a secret.
 * @param prefix the studio’s letters
 * @param randomBelow a random whole number from 0 to below its argument
 */
export const newReference = (prefix: string, randomBelow: (limit: number) => number): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomBelow(ALPHABET.length)]).join('')}`
