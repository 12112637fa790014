const checkout = document.querySelector('scudo-checkout');

checkout.fieldOrder = ['email', 'name', 'number'];
