import { CHALLENGE_WINDOW_SIZES, COLOR_DEPTHS } from './enumerations.js';
import { oneOf, required, stringBoolean, text, type FieldRule, type Values } from './rule.js';

const pixels: Values = {
  right: ['1', '0', '1080', '999999'],
  becomes: [[1080, '1080']],
  wrong: ['', '-1', '10.5', '1080px', '1000000', 10.5],
};

/** 3D Secure 2 Authentication Interface, Device (browser) data. */
export const BROWSER_DATA_FIELDS: readonly FieldRule[] = [
  required('accept_header', text(2048, 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')),
  required('color_depth', oneOf(COLOR_DEPTHS, { near: ['THIRTY_BITS', 'TEN_BITS', 'ONE_BITS', '24', 24] })),
  required('ip', {
    right: ['203.0.113.7', '255.255.255.255', '::1', '2001:db8::1', '2001:0db8:0000:0000:0000:ff00:0042:8329'],
    wrong: ['', '1', '1'.repeat(46), 7],
  }),
  required('java_enabled', stringBoolean),
  required('javascript_enabled', stringBoolean),
  required('language', {
    right: ['e', 'en', 'en-GB', 'zh-Hans', 'es-419', 'abcdefgh'],
    wrong: ['', 'en_GB', 'en GB', 'abcdefghi', 'en-GB-oxendict', 7],
  }),
  required('screen_height', pixels),
  required('screen_width', pixels),
  required(
    'challenge_window_size',
    oneOf(CHALLENGE_WINDOW_SIZES, { near: ['WINDOWED_400X250', 'WINDOWED_400X600', 'WINDOWED', '05'] }),
  ),
  required('timezone', {
    right: ['0', '-60', '+330', '330', '-840', '720'],
    becomes: [[-60, '-60']],
    wrong: ['', 'UTC', 'Europe/Berlin', '1.5', '--60', '9999', '-10000', 1.5],
  }),
  required('user_agent', text(2048, 'Mozilla/5.0 (X11; Linux x86_64)')),
];
