import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A brand's path on a grid of 24 units, from simple-icons (CC0). */
function brandPath(name) {
  const [, path] = / d="([^"]+)"/.exec(readFileSync(require.resolve(`simple-icons/icons/${name}.svg`), 'utf8')) ?? [];
  if (!path) throw new Error(`simple-icons has no path of ${name}.`);
  return path;
}

/** The outline of a card of 34 x 24 units, with a line inside it. */
const CARD = 'M4 .5h26A3.5 3.5 0 0 1 33.5 4v16a3.5 3.5 0 0 1-3.5 3.5H4A3.5 3.5 0 0 1 .5 20V4A3.5 3.5 0 0 1 4 .5Z';
const PAPER = '#fff';
const HAIRLINE = '#d3d8e0';

const onCard = (fill, ...shapes) => ({
  viewBox: '0 0 34 24',
  shapes: [{ d: CARD, fill, stroke: fill === PAPER ? HAIRLINE : fill, strokeWidth: 1 }, ...shapes],
});

/** A brand in the middle of a card, `size` units wide. `middle` is the middle of its path. */
const brand = (name, fill, size, [x, y] = [12, 12]) => {
  const scale = size / 24;
  const [left, top] = [17 - x * scale, 12 - y * scale].map((number) => Number(number.toFixed(3)));
  return { d: brandPath(name), fill, transform: `translate(${left} ${top}) scale(${Number(scale.toFixed(4))})` };
};

const circle = (x, y, radius) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

/** Pictograms of 24 x 24 units: lines in the color of the text. */
const lines = (...paths) => ({
  viewBox: '0 0 24 24',
  shapes: paths.map((d) => ({ d, stroke: 'currentColor' })),
});

/** The short name of American Express in capitals: its logo of two lines cannot be read at 24 pixels. */
const AMEX =
  'M4.5 14.75 7 9.25l2.5 5.5M5.4 13h3.2M12 14.75v-5.5l2.5 3.5 2.5-3.5v5.5M23 9.25h-3.25v5.5H23M19.75 12h2.75M25.5 9.25l4 5.5M29.5 9.25l-4 5.5';

const RING = circle(12, 12, 9);

/** A card of the shopper, which shows where the security code is. */
const codeCard = (...shapes) => ({
  viewBox: '0 0 34 24',
  shapes: [{ d: CARD, fill: '#f3f5f9', stroke: '#c3cad6', strokeWidth: 1 }, ...shapes],
});

const INK = '#4a5168';
const dots = (x, y, count) => ({
  d: Array.from({ length: count }, (_, index) => `M${x + index * 2.3} ${y}v.01`).join(''),
  stroke: '#1b2233',
  strokeWidth: 1.5,
});

const ARROW = 'M10.5 12h13M18.5 7l5 5-5 5';

/** Returns the icons of the elements by name. Brands are from simple-icons; the others are drawn for the project. */
export function iconData() {
  return {
    visa: onCard(PAPER, brand('visa', '#1434cb', 26)),
    mastercard: onCard(
      PAPER,
      { d: circle(12.9, 12, 6.9), fill: '#eb001b' },
      { d: circle(21.1, 12, 6.9), fill: '#f79e1b' },
      { d: 'M17 6.45a6.9 6.9 0 0 1 0 11.1a6.9 6.9 0 0 1 0-11.1Z', fill: '#ff5f00' },
    ),
    amex: onCard('#1f72cd', { d: AMEX, stroke: '#fff', strokeWidth: 1.6 }),
    discover: onCard(PAPER, brand('discover', '#231f20', 29), { d: circle(17.67, 12, 2.45), fill: '#f47216' }),
    diners: onCard(PAPER, brand('dinersclub', '#004c97', 21)),
    jcb: onCard(PAPER, brand('jcb', '#0b4ea2', 25)),
    card: {
      viewBox: '0 0 34 24',
      shapes: [
        {
          d: 'M6 4.5h22A2.5 2.5 0 0 1 30.5 7v10a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 17V7A2.5 2.5 0 0 1 6 4.5Z',
          stroke: 'currentColor',
        },
        { d: 'M3.5 9.5h27M8 15h5', stroke: 'currentColor' },
      ],
    },
    'code-back': codeCard(
      { d: 'M.5 4.75h33v4.5H.5Z', fill: INK },
      { d: 'M4.5 12h14v5h-14Z', fill: '#fff', stroke: '#c3cad6', strokeWidth: 1 },
      { d: circle(25.2, 14.5, 5.1), fill: '#fff', stroke: '#1f5bd0', strokeWidth: 1.5 },
      dots(22.9, 14.5, 3),
    ),
    'code-front': codeCard(
      { d: 'M5.5 8h4a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z', fill: '#d8b25c' },
      { d: 'M5 17.5h11', stroke: INK, strokeWidth: 1.75 },
      { d: circle(24.2, 9, 5.7), fill: '#fff', stroke: '#1f5bd0', strokeWidth: 1.5 },
      dots(20.75, 9, 4),
    ),
    paypal: onCard(PAPER, brand('paypal', '#002991', 16)),
    wechatpay: onCard(PAPER, brand('wechat', '#07c160', 19)),
    testpay: onCard('#12994c', { d: ARROW, stroke: '#fff', strokeWidth: 2 }),
    redirect: onCard(
      PAPER,
      { d: 'M10.5 10 17 6l6.5 4Z', stroke: INK, strokeWidth: 1.5 },
      { d: 'M12.75 12.25v3M17 12.25v3M21.25 12.25v3', stroke: INK, strokeWidth: 1.5 },
      { d: 'M10.75 17.75h12.5', stroke: INK, strokeWidth: 1.5 },
    ),
    lock: lines(
      'M7 10.75h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5.5a2 2 0 0 1 2-2Z',
      'M8 10.75V7.5a4 4 0 0 1 8 0v3.25',
    ),
    success: lines('m5 12.75 4.75 4.75L19.25 7'),
    failure: lines(RING, 'm9 9 6 6m0-6-6 6'),
    pending: lines(RING, 'M12 7v5.25l3.25 2'),
    question: lines(RING, 'M9.5 9.6a2.55 2.55 0 1 1 3.75 2.25c-.85.45-1.25 1-1.25 1.9', 'M12 16.6v.01'),
    cancelled: lines(RING, 'M5.65 5.65l12.7 12.7'),
    warning: lines(RING, 'M12 7.5v5', 'M12 16.25v.01'),
    close: lines('m7 7 10 10m0-10L7 17'),
  };
}
