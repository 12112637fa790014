import 'scudo-checkout';
import 'scudo-checkout/types/svelte';
import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: document.querySelector('#app')! });
