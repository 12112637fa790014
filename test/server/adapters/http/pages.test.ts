import { describe, expect, it } from 'vitest';
import { shop } from '../../scripted-gateway.js';

describe('the frame page', () => {
  it('the frame page may be framed by the checkout pages only, and may frame any issuer', async () => {
    const place = shop({ pages: ['https://shop.example', 'https://pay.example'] });
    const response = await place.call('frame');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; frame-src https:; form-action https:; frame-ancestors https://shop.example https://pay.example",
    );
    expect(await response.text()).toContain(
      'data-origins="[&quot;https://shop.example&quot;,&quot;https://pay.example&quot;]"',
    );
  });

  it('loads its scripts from files', async () => {
    const place = shop();
    for (const file of ['frame.js', 'notification.js']) {
      const response = await place.call(file);
      expect(response.headers.get('content-type')).toContain('text/javascript');
      expect(await response.text()).toContain('postMessage');
    }
  });
});
