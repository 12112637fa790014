import { scudo } from '../../scudo.js';
import { Checkout } from './checkout.js';

// An order for each visit.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const { id } = await scudo().orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
  return <Checkout order={id} />;
}
