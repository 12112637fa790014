import { heldRequest } from '../../../held-request.js';
import { describe, expect, test } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../../src/sandbox.js';
import { BASE, CARDS, drivenSandbox, hashOf } from '../../sandbox-client.js';

const STAMP = '20261120120000';

async function send(sandbox: Sandbox, xml: string, signal?: AbortSignal) {
  const response = await sandbox.fetch(
    heldRequest(`${BASE}/epage-remote.cgi`, { method: 'POST', body: xml, signal: signal ?? null }),
  );
  const text = await response.text();
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return {
    result: element('result'),
    message: element('message'),
    cvnresult: element('cvnresult'),
    pasref: element('pasref') ?? '',
    authcode: element('authcode') ?? '',
    hash: element('sha1hash'),
    orderid: element('orderid'),
  };
}

function auth({ orderid = 'A1', amount = '1999', expdate = '1229', cvn = '123', presind = '1', exempt = '' } = {}) {
  const hash = hashOf([STAMP, 'scudo', orderid, amount, 'EUR', CARDS.success]);
  return `<request type="auth" timestamp="${STAMP}"><merchantid>scudo</merchantid><account>internet</account><orderid>${orderid}</orderid><amount currency="EUR">${amount}</amount><card><number>${CARDS.success}</number><expdate>${expdate}</expdate><chname>Ada</chname><type>VISA</type><cvn><number>${cvn}</number><presind>${presind}</presind></cvn></card><autosettle flag="0"/>${exempt ? `<mpi><exempt_status>${exempt}</exempt_status></mpi>` : ''}<sha1hash>${hash}</sha1hash></request>`;
}

const fresh = (options: SandboxOptions = {}) => drivenSandbox(options).sandbox;

describe('an ordinary decline', () => {
  test.each([
    [{ amount: '1101' }, '101', 'DECLINED', 'M'],
    [{ amount: '1102' }, '102', 'REFERRAL B', 'M'],
    [{ amount: '1103' }, '103', 'CARD LOST OR STOLEN', 'M'],
    [{ expdate: '1026' }, '101', 'DECLINED - EXPIRED CARD', 'M'],
    [{ cvn: '999' }, '101', 'DECLINED - SECURITY CODE INCORRECT', 'N'],
  ])('the authorization %j is declined with %s %s, security code %s', async (request, result, message, cvnresult) => {
    expect(await send(fresh(), auth(request))).toMatchObject({
      result,
      message: `[ test system ] ${message}`,
      cvnresult,
    });
  });

  test('an ordinary decline is not caused by the expiry date before the end of the card’s month', async () => {
    expect(await send(fresh(), auth({ expdate: '1126' }))).toMatchObject({ result: '00' });
  });

  test('accepts a card without a security code', async () => {
    expect(await send(fresh(), auth({ cvn: '', presind: '4' }))).toMatchObject({ result: '00', cvnresult: 'U' });
  });
});

test('refuses a test card that is not approved with 108, unsigned, and does not use up the order id', async () => {
  const sandbox = fresh();
  const text = async (number: string) => {
    const hash = hashOf([STAMP, 'scudo', 'A1', '1999', 'EUR', number]);
    const xml = auth()
      .replaceAll(CARDS.success, number)
      .replace(/<sha1hash>.*</, `<sha1hash>${hash}</sha1hash><`);
    return (await sandbox.fetch(new Request(`${BASE}/epage-remote.cgi`, { method: 'POST', body: xml }))).text();
  };
  expect(await text('4000000000000143')).toBe(
    `<response timestamp="${STAMP}"><result>108</result><message>Using test system. Please use an approved test card.</message><orderid>A1</orderid></response>`,
  );
  expect(await text(CARDS.success)).toContain('<result>00</result>');
});

describe('an exemption', () => {
  test.each([
    'LOW_VALUE',
    'TRANSACTION_RISK_ANALYSIS',
    'TRUSTED_MERCHANT',
    'SECURE_CORPORATE_PAYMENT',
    'SCA_DELEGATION',
  ])('the exemption %s is taken where the merchant may claim it', async (exempt) => {
    expect(await send(fresh(), auth({ exempt }))).toMatchObject({ result: '00' });
    expect(await send(fresh({ exemptions: [] }), auth({ exempt }))).toMatchObject({
      result: '508',
      message: 'Exemption is not configured for this merchant.',
    });
  });

  test('an exemption is refused if it is unknown', async () => {
    expect(await send(fresh(), auth({ exempt: 'BECAUSE' }))).toMatchObject({ result: '506' });
  });
});
