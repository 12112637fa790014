import { isMerchantAddress } from '../../core/merchant-address.js';
import {
  PAYMENT_SET_DETAILS_ORDER,
  PAYMENT_SET_ORDER,
  paymentSetRequestSchema,
  type PaymentSetRequest,
} from '../../../protocol/redirect/payment-set.js';
import { merchantTransactionId, paymentsReference } from '../../authorizations/references.js';
import type { XmlDependencies } from './dependencies.js';
import type { Settings } from '../../core/settings.js';
import { signatureOf } from '../../core/signature.js';
import { badRequest, orderIdUsed, XmlRefusal } from './xml-refusal.js';
import { endingOf, PAYMENT_SET_ENDINGS } from './amount-endings.js';
import type { RedirectTransaction } from '../../testpay/model.js';
import { checkForm, requireAmount, requireEnabled, requireHash, type RequestForm } from './method-request.js';
import { resultDocument } from './method-response.js';
import { INITIATED } from '../../testpay/testpay-choices.js';

const FORM = {
  schema: paymentSetRequestSchema,
  order: PAYMENT_SET_ORDER,
  detailsOrder: PAYMENT_SET_DETAILS_ORDER,
  hash: 'required',
} as const satisfies RequestForm<typeof paymentSetRequestSchema>;

/**
 * Processes a payment-set, which initiates a payment and returns the redirect URL. Returns null where the answer is
 * lost.
 */
export async function initiatePayment(raw: Record<string, unknown>, state: XmlDependencies): Promise<object | null> {
  const { settings, payments } = state;
  const request = checkForm(raw, FORM);
  requireAddresses(request, settings);
  requireAmount(request);
  await requireHash(request, settings);
  requireEnabled(request, settings);
  const ending = PAYMENT_SET_ENDINGS[endingOf(request.amount['#text'])];
  if (ending === 'error') throw new XmlRefusal('500', 'internal server error');
  const transaction = createTransaction(request, state);
  await payments.save(transaction);
  return ending === 'unanswered' ? null : answerTo(transaction, settings);
}

function requireAddresses(
  { paymentmethoddetails: { returnurl, statusupdateurl } }: PaymentSetRequest,
  settings: Settings,
): void {
  for (const [name, address] of Object.entries({ returnurl, statusupdateurl })) {
    if (!isHttpAddress(address))
      throw badRequest(`/request/paymentmethoddetails/${name} must be an absolute http address`);
    if (!isMerchantAddress(address, settings))
      throw badRequest(
        `/request/paymentmethoddetails/${name} has a host that merchantHosts of the sandbox does not name`,
      );
  }
}

function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * Runs without a pause until the payment is stored, so that of two requests with one order id only one is processed.
 */
function createTransaction(
  request: PaymentSetRequest,
  { settings, authorizations, payments }: XmlDependencies,
): RedirectTransaction {
  const { orderid, amount, paymentmethod, paymentmethoddetails: details } = request;
  if (authorizations.has(orderid) || payments.hasOrder(orderid)) throw orderIdUsed();
  const at = settings.now();
  const { descriptor, country } = details;
  const accountHolderName = details.accountholdername ?? request.accountholdername;
  return {
    id: settings.randomUuid(),
    merchantTransactionId: merchantTransactionId(settings.randomUuid()),
    pasref: paymentsReference(at, authorizations),
    at: at.toISOString(),
    account: request.account ?? settings.accountId,
    orderId: orderid,
    amount: amount['#text'],
    currency: amount['@currency'],
    paymentMethod: paymentmethod,
    returnUrl: details.returnurl,
    statusUrl: details.statusupdateurl,
    ...(descriptor === undefined ? {} : { descriptor }),
    ...(country === undefined ? {} : { country }),
    ...(accountHolderName === undefined ? {} : { accountHolderName }),
    signature: signatureOf(request),
  };
}

/** Makes the answer with the address of the simulator's page, which serves every method. */
function answerTo(transaction: RedirectTransaction, settings: Settings): Promise<object> {
  const { id, paymentMethod, accountHolderName, country, descriptor, signature } = transaction;
  const { result, message } = INITIATED;
  const details = {
    redirecturl: settings.address(`/testpay/${id}`),
    paymentmethod: paymentMethod,
    accountholdername: accountHolderName,
    country,
    paymentpurpose: descriptor,
  };
  return resultDocument({ ...transaction, result, message }, details, signature, settings);
}
