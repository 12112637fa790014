import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import type { ScudoOutcomeEvent } from 'scudo-checkout';
import 'scudo-checkout';

@Component({
  selector: 'shop-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>{{ isPaid() ? 'Thank you' : 'Checkout' }}</h1>
      @if (order(); as id) {
        <scudo-checkout
          backend="/scudo"
          [order]="id"
          [messages]="{ pay: 'Buy now for {amount}' }"
          (scudo-outcome)="onOutcome($event)"
        ></scudo-checkout>
      }
    </main>
  `,
})
class Checkout {
  readonly order = signal('');
  readonly isPaid = signal(false);

  constructor() {
    void this.createOrder();
  }

  onOutcome({ detail }: ScudoOutcomeEvent): void {
    this.isPaid.set(detail.status === 'paid');
  }

  private async createOrder(): Promise<void> {
    const response = await fetch('/orders', { method: 'POST' });
    this.order.set(((await response.json()) as { readonly id: string }).id);
  }
}

await bootstrapApplication(Checkout);
