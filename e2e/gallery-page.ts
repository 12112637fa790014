import { expect, type Locator, type Page } from 'playwright/test';

/** The demo's gallery of all states. */
export class GalleryPage {
  constructor(private readonly page: Page) {}

  /** Opens the gallery with a query. Resolves when all scenes are reached and nothing moves. */
  async open(query: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.page.goto(`/gallery.html?${new URLSearchParams(query).toString()}`);
    await this.standsStill();
  }

  async standsStill(): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-ready', 'true');
  }

  get tiles(): Locator {
    return this.page.locator('[data-scene]');
  }

  /** Messages about a state that was not reached, or a theme that was not found. */
  get complaints(): Locator {
    return this.page.locator('.unreached, .missing');
  }

  tile(id: string): Locator {
    return this.page.locator(`[data-scene="${id}"]`);
  }

  /** All tiles, without the header of the page. */
  get wall(): Locator {
    return this.page.locator('.wall');
  }

  section(id: string): Locator {
    return this.page.locator(`[data-section="${id}"]`);
  }

  choice(name: 'preset' | 'lang' | 'scheme' | 'width' | 'only'): Locator {
    return this.page.locator(`select[name=${name}]`);
  }
}
