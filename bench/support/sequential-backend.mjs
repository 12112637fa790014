/**
 * A backend with one call for each step of a card payment, for the sequential way of `bench/pages/sequential.js`. It
 * keeps no order and writes no store, so it does less than Scudo's backend.
 * @param {import('../../dist/server.js').Gateway} gateway
 * @param {string} publicUrl address of Scudo's backend, whose notification page the method step uses, too
 * @returns {Record<string, (body: any) => Promise<object>>} the calls by name
 */
export function sequentialBackend(gateway, publicUrl) {
  const transactions = new Map();
  const orderOf = (id) => ({ id, amount: '1999', currency: 'EUR' });
  const cardOf = ({ number, expiryMonth, expiryYear, fullName }) => ({
    number,
    expiryMonth,
    expiryYear,
    fullName,
    scheme: 'VISA',
  });
  return {
    async 'version-check'({ order, card }) {
      const check = await gateway.versionCheck({
        number: card.number,
        scheme: 'VISA',
        methodNotificationUrl: `${publicUrl}/notifications/method`,
      });
      transactions.set(order, check);
      const { serverTransId, methodUrl, methodData } = check;
      return { serverTransId, ...(methodUrl && { method: { url: methodUrl, data: methodData.encodedMethodData } }) };
    },
    async authentication({ order, card, browserData, methodUrlCompletion }) {
      const { serverTransId, messageVersion } = transactions.get(order);
      const authentication = await gateway.authentications.create({
        authenticationSource: 'BROWSER',
        authenticationRequestType: 'PAYMENT_TRANSACTION',
        messageCategory: 'PAYMENT_AUTHENTICATION',
        messageVersion,
        serverTransId,
        cardDetail: cardOf(card),
        payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
        order: { ...orderOf(order), dateTimeCreated: new Date().toISOString().replace('Z', '000') },
        challengeNotificationUrl: `${publicUrl}/notifications/challenge`,
        merchantContactUrl: 'https://shop.example/',
        methodUrlCompletion,
        browserData: { ...browserData, acceptHeader: '*/*', ip: '203.0.113.9' },
      });
      transactions.set(order, { messageVersion, ...authentication });
      return { status: authentication.status };
    },
    async authorization({ order, card }) {
      const { eci, dsTransId, authenticationValue, messageVersion } = transactions.get(order);
      transactions.delete(order);
      const { result, trust } = await gateway.cardAuthorizations.create({
        ...orderOf(order),
        orderId: order,
        card: { ...cardOf(card), securityCode: card.securityCode },
        autosettle: true,
        mpi: { eci, dsTransId, authenticationValue, messageVersion },
      });
      return { status: result === '00' && trust === 'signed' ? 'paid' : `not paid (${result}, ${trust})` };
    },
  };
}
