import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  // Vite 7 would move the package into one file, beside which its languages and data are missing.
  optimizeDeps: { exclude: ['scudo-checkout'] },
});
