import 'scudo-checkout';

export default defineNuxtPlugin(() => undefined);
