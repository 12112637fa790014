/** The testing code of ISO 4217, which has no symbol in any language. */
const CODE = 'XTS';

const NO_BREAK_SPACE = '\u00a0';

/**
 * Returns the way in which a language writes amounts, by the data of this Node.
 * @param {string} language
 * @returns {import('../../src/protocol/values/amount.ts').AmountFormat}
 */
export function amountFormat(language) {
  const partsOf = (number, currency) =>
    new Intl.NumberFormat(language, { style: 'currency', currency }).formatToParts(number);
  const sample = partsOf(1234567.89, CODE);
  const valuesOf = (kind) => sample.filter(({ type }) => type === kind).map(({ value }) => value);
  const upper = valuesOf('integer').at(-2).length;
  const isGrouped = partsOf(1234, CODE).some(({ type }) => type === 'group');
  const { numberingSystem } = new Intl.NumberFormat(language).resolvedOptions();
  const aroundNumber = (currency) => textAround(partsOf(1, currency));
  const pattern = patternOf(aroundNumber);
  const symbols = Intl.supportedValuesOf('currency').map((one) => [one, symbolIn(aroundNumber(one), pattern)]);
  return {
    pattern,
    decimal: valuesOf('decimal')[0],
    group: valuesOf('group')[0],
    ...(isGrouped ? {} : { groupedFrom: 5 }),
    ...(upper === 3 ? {} : { upperGroup: upper }),
    ...(numberingSystem === 'latn' ? {} : { digits: digitsOf(language) }),
    symbols: Object.fromEntries(symbols.filter(([currency, symbol]) => symbol !== currency)),
  };
}

/** Returns what is before and after the number. */
function textAround(parts) {
  const isNumber = ({ type }) => type !== 'currency' && type !== 'literal';
  const [first, last] = [parts.findIndex(isNumber), parts.findLastIndex(isNumber)];
  return [parts.slice(0, first), parts.slice(last + 1)].map((some) => some.map(({ value }) => value).join(''));
}

/** The space of currency spacing is not in the pattern: a symbol that is no letter has none. */
function patternOf(aroundNumber) {
  const [before, after] = aroundNumber(CODE);
  const isClose = Intl.supportedValuesOf('currency').some((one) => /\p{Sc}$/u.test(aroundNumber(one)[0]));
  return `${isClose ? before.trimEnd() : before}0${after}`.replace(CODE, '¤');
}

function symbolIn(around, pattern) {
  const at = pattern.split('0').findIndex((side) => side.includes('¤'));
  const [before, after] = pattern.split('0')[at].split('¤');
  const symbol = around[at].slice(before.length, around[at].length - after.length);
  return pattern.includes('¤0') && symbol.endsWith(NO_BREAK_SPACE) ? symbol.slice(0, -1) : symbol;
}

function digitsOf(language) {
  const format = new Intl.NumberFormat(language, { useGrouping: false });
  return Array.from({ length: 10 }, (_none, digit) => format.format(digit)).join('');
}
