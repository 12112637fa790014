import 'scudo-checkout';

/** Where shoppers land who come back from another payment method. */
const element = document.querySelector('scudo-return')!;
const query = new URLSearchParams(location.search);
const order = query.get('order') ?? '';
element.checkout = `/?order=${encodeURIComponent(order)}`;
element.patience = Number(query.get('patience') ?? 60);
element.order = order;
