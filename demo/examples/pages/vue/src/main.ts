import 'scudo-checkout';
import 'scudo-checkout/types/vue';
import { createApp } from 'vue';
import App from './App.vue';

createApp(App).mount('#app');
