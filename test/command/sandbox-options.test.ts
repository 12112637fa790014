import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/command/sandbox-options.js';
import { CommandUsageError } from '../../src/command/usage-error.js';

const DEFAULTS = {
  port: 4174,
  host: '127.0.0.1',
  merchantId: 'scudo',
  accountId: 'internet',
  secret: 'secret',
  hasRandomSecret: false,
  merchantHosts: [],
  allowInsecure: false,
  autoComplete: 10_000,
  challengeCode: '123456',
  refundPassword: 'refund',
  rebatePassword: 'refund',
  cardRequests: 'all',
  moneyCeiling: 100,
  multipleRebates: true,
  hidePortalRefunds: false,
  exponents: {},
  reportFields: 'all',
  reportDelay: 0,
  drivableClock: false,
};

describe('parseCommand', () => {
  test('returns the defaults without options', () => {
    expect(parseCommand(['sandbox'])).toEqual(DEFAULTS);
  });

  test('parseCommand accepts every option', () => {
    const args = [
      'sandbox',
      '--port',
      '0',
      '--host',
      '0.0.0.0',
      '--base-url',
      'https://pay.example',
      '--merchant',
      'm',
      '--account',
      'a',
      '--secret',
      's',
      '--auto-complete',
      '2.5',
      '--code',
      '1',
      '--refund-password',
      'r',
      '--rebate-password',
      'c',
      '--card-requests',
      'rebate,settle',
      '--money-ceiling',
      '115',
      '--one-rebate',
      '--hide-portal-refunds',
      '--exponent',
      'HUF=0',
      '--exponent',
      'CLF=4',
      '--report-fields',
      'document',
      '--report-delay',
      '1.5',
      '--file',
      'pay.db',
      '--drivable-clock',
      '--allow-insecure',
      '--cards',
      'cards.json',
      '--merchant-host',
      'shop.example',
      '--merchant-host',
      'host.docker.internal',
    ];
    expect(parseCommand(args)).toEqual({
      port: 0,
      host: '0.0.0.0',
      baseUrl: 'https://pay.example',
      merchantId: 'm',
      accountId: 'a',
      secret: 's',
      hasRandomSecret: false,
      merchantHosts: ['shop.example', 'host.docker.internal'],
      allowInsecure: true,
      autoComplete: 2500,
      challengeCode: '1',
      refundPassword: 'r',
      rebatePassword: 'c',
      cardRequests: ['settle', 'rebate'],
      moneyCeiling: 115,
      multipleRebates: false,
      hidePortalRefunds: true,
      exponents: { HUF: 0, CLF: 4 },
      reportFields: 'document',
      reportDelay: 1.5,
      file: 'pay.db',
      drivableClock: true,
      cardFile: 'cards.json',
    });
    expect(parseCommand(['sandbox', '--auto-complete', 'off'])).toMatchObject({ autoComplete: false });
  });

  test.each(['0.0.0.0', '::', '192.168.0.7', 'sandbox.example', 'localhost.example'])(
    'parseCommand generates a secret when other machines can reach the sandbox, as on %s',
    (host) => {
      const made = () => 'made';
      expect(parseCommand(['sandbox', '--host', host], made)).toMatchObject({ secret: 'made', hasRandomSecret: true });
      const given = parseCommand(['sandbox', '--host', host, '--secret', 's'], made);
      expect(given).toMatchObject({ secret: 's', hasRandomSecret: false });
      const [one, other] = [parseCommand(['sandbox', '--host', host]), parseCommand(['sandbox', '--host', host])];
      expect(one).toMatchObject({ secret: expect.stringMatching(/^[0-9a-f]{32}$/) });
      expect(one).not.toEqual(other);
    },
  );

  test.each(['127.0.0.1', 'localhost', '::1'])('parseCommand has the default secret on %s', (host) => {
    expect(parseCommand(['sandbox', '--host', host])).toMatchObject({ secret: 'secret', hasRandomSecret: false });
  });

  test('the sandbox command returns help for --help and -h', () => {
    expect(parseCommand(['--help'])).toBe('help');
    expect(parseCommand(['sandbox', '-h'])).toBe('help');
  });

  test.each([
    [[]],
    [['shop']],
    [['sandbox', 'x']],
    [['sandbox', '--port', 'x']],
    [['sandbox', '--port', '65536']],
    [['sandbox', '--port', '4190']],
    [['sandbox', '--port', '6000']],
    [['sandbox', '--nonsense']],
    [['sandbox', '--auto-complete', '-1']],
    [['sandbox', '--base-url', 'x']],
    [['sandbox', '--file', '']],
    [['sandbox', '--cards', '']],
    [['sandbox', '--card-requests', 'settle,refund']],
    [['sandbox', '--card-requests', '']],
    [['sandbox', '--money-ceiling', '110']],
    [['sandbox', '--exponent', 'huf=0']],
    [['sandbox', '--exponent', 'HUF=5']],
    [['sandbox', '--exponent', 'HUF']],
    [['sandbox', '--drivable-clock=yes']],
    [['sandbox', '--file', 'README.md/a/x.db']],
    [['sandbox', '--auto-complete', '2147484']],
    [['sandbox', '--merchant-host', 'shop.example:3000']],
    [['sandbox', '--secret', '-x']],
  ])('parseCommand rejects %j', (args) => {
    expect(() => parseCommand(args)).toThrow(CommandUsageError);
  });

  test('parseCommand reads hosts of merchants as their addresses have them', () => {
    const hosts = ['my_shop', 'Shop.Example', 'fd00::7', '[fd00::7]', '10.0.0.7'];
    const read = parseCommand(['sandbox', ...hosts.flatMap((host) => ['--merchant-host', host])]);
    expect(read).toMatchObject({ merchantHosts: ['my_shop', 'shop.example', '[fd00::7]', '[fd00::7]', '10.0.0.7'] });
  });
});
