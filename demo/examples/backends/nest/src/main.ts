import 'reflect-metadata';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { port, scudo } from './scudo.js';

@Controller('checkout')
class CheckoutController {
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  async page(): Promise<string> {
    const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
    return `<!doctype html>
      <script type="module" src="/scudo.js"></script>
      <scudo-checkout backend="/scudo" order="${id}"></scudo-checkout>`;
  }
}

@Module({ controllers: [CheckoutController] })
class AppModule {}

const app = await NestFactory.create<NestExpressApplication>(AppModule);
// Nest adds its parsers of bodies in listen(), after this: the handler reads the body itself.
app.use('/scudo', scudo.listener);
app.useStaticAssets('node_modules/scudo-checkout/dist');
setInterval(() => void scudo.orders.reconcile().catch(console.error), 60_000);
await app.listen(port, '127.0.0.1');
