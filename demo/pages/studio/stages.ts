import { html, render } from 'lit';
import type { Theme } from '../theme/theme.js';
import { queryOf } from '../theme/theme.js';
import { fitDevice, markMore } from './device-frame.js';
import { openFrame, type FramedPage } from './framed-page.js';
import { radioGroup } from './radio-group.js';
import { renderedColors, type ColorPair } from './rendered-colors.js';
import { MEASURED_SCENE, SECOND_SCENE, stateAddress, STRIP_STATES, type StripState } from './states.js';

const DEVICES = [
  { value: '320', label: 'Small phone' },
  { value: '390', label: 'Phone' },
  { value: '768', label: 'Tablet' },
  { value: '0', label: 'Desktop' },
] as const;

const SCHEMES = [
  { value: '', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'both', label: 'Both' },
] as const;

/** The width of a phone, in CSS pixels, which the strip is drawn with. */
const PHONE = 390;

export interface StagesOptions {
  readonly live: FramedPage;
  readonly change: (part: Partial<Theme>, control: string) => void;
  /** Called with the rendered colors after each change of the theme. */
  readonly onColors: (pairs: readonly ColorPair[], place: ParentNode & Node) => void;
}

/** Returns the address of the gallery in a theme. */
export function galleryAddress(theme: Theme, only = ''): string {
  const query = new URLSearchParams(queryOf({ ...theme, width: 0, challenge: '' }));
  if (only) query.set('only', only);
  const text = query.toString();
  return `./gallery.html${text ? `?${text}` : ''}`;
}

/** The frames of the studio: the live checkout, the one beside it in dark, and the strip of states. */
export class Stages {
  #theme: Theme | undefined;
  /** The pages of the strip and of the second stage by frame. */
  readonly #pages = new Map<HTMLIFrameElement, FramedPage>();

  readonly #main = document.querySelector<HTMLElement>('main')!;
  readonly #stage = document.querySelector<HTMLIFrameElement>('#stage')!;
  readonly #second = document.querySelector<HTMLIFrameElement>('#second-stage')!;
  readonly #strip = document.querySelector<HTMLElement>('#strip')!;

  constructor(private readonly options: StagesOptions) {
    const fit = () => this.#fit();
    new ResizeObserver(fit).observe(this.#stage.closest('.ground')!);
    new options.live.view.ResizeObserver(fit).observe(options.live.view.document.body);
    options.live.view.addEventListener('scroll', () => markMore(this.#stage));
    new ResizeObserver(() => this.#scaleStrip()).observe(this.#strip);
  }

  /** Shows a theme in all frames. */
  show(theme: Theme): void {
    this.#theme = theme;
    const both = theme.scheme === 'both';
    this.#main.dataset['scheme'] = theme.scheme;
    this.#drawBar(theme);
    this.#drawStrip(theme);
    this.#second.closest<HTMLElement>('.ground')!.hidden = !both;
    if (both && !this.#second.src) {
      this.#second.src = stateAddress(SECOND_SCENE);
      void this.#open(this.#second);
    }
    void this.options.live.show(theme, theme.scheme === 'both' ? 'light' : theme.scheme).then(() => this.#fit());
    for (const [frame, page] of this.#pages) this.#showIn(frame, page);
  }

  #drawBar(theme: Theme): void {
    const { change } = this.options;
    render(
      radioGroup('device', 'Device', String(theme.width), DEVICES, (width) =>
        change({ width: Number(width) }, 'device'),
      ),
      document.querySelector<HTMLElement>('#devices')!,
    );
    render(
      radioGroup('scheme', 'Light and dark', theme.scheme, SCHEMES, (scheme) => change({ scheme }, 'scheme')),
      document.querySelector<HTMLElement>('#schemes')!,
    );
  }

  #drawStrip(theme: Theme): void {
    const schemes = theme.scheme === 'both' ? ['light', 'dark'] : [''];
    const tile = ({ name, scene }: StripState, scheme: string) => html`
      <li>
        <span class="screen">
          <iframe
            inert
            tabindex="-1"
            title="${name}${scheme ? `, ${scheme}` : ''}"
            data-scene=${scene}
            data-scheme=${scheme}
            src=${stateAddress(scene)}
          ></iframe>
        </span>
        <a href=${galleryAddress(theme, scene)} aria-label="${name}${scheme ? `, ${scheme}` : ''}, in the gallery">${name}</a>
      </li>
    `;
    render(
      schemes.map((scheme) => html`<ul class="tiles">${STRIP_STATES.map((state) => tile(state, scheme))}</ul>`),
      this.#strip,
    );
    const frames = [...this.#strip.querySelectorAll('iframe')];
    for (const frame of this.#pages.keys())
      if (frame !== this.#second && !frames.includes(frame)) this.#pages.delete(frame);
    for (const frame of frames) if (!this.#pages.has(frame) && !frame.dataset['opened']) void this.#open(frame);
    this.#scaleStrip();
  }

  async #open(frame: HTMLIFrameElement): Promise<void> {
    frame.dataset['opened'] = 'true';
    const page = await openFrame(frame);
    this.#pages.set(frame, page);
    // The element has reached its state when its scene is played.
    const { documentElement: root } = page.view.document;
    const reached = () => {
      if (root.dataset['ready'] === undefined) return;
      changes.disconnect();
      frame.dataset['ready'] = 'true';
      this.#showIn(frame, page);
    };
    const changes = new page.view.MutationObserver(reached);
    changes.observe(root, { attributes: true });
    if (frame.dataset['scene'] === MEASURED_SCENE) withoutTransitions(page);
    this.#showIn(frame, page);
    reached();
  }

  #showIn(frame: HTMLIFrameElement, page: FramedPage): void {
    const theme = this.#theme;
    if (!theme) return;
    const own = frame === this.#second ? 'dark' : frame.dataset['scheme'] || theme.scheme;
    const scheme = own === 'light' || own === 'dark' ? own : '';
    // A state is the same in each place of the issuer's page, and a change of it would start the checkout again.
    void page.show({ ...theme, challenge: '' }, scheme).then(() => {
      if (frame === this.#second) this.#fit();
      if (frame.dataset['scene'] === MEASURED_SCENE && frame.dataset['ready'])
        this.options.onColors(renderedColors(page.checkout), page.checkout.shadowRoot!);
    });
  }

  #fit(): void {
    const { width = 0, scheme } = this.#theme ?? {};
    fitDevice(this.#stage.closest('.ground')!, this.#stage, width);
    markMore(this.#stage);
    if (scheme === 'both') fitDevice(this.#second.closest('.ground')!, this.#second, width);
  }

  #scaleStrip(): void {
    const screen = this.#strip.querySelector('.screen');
    if (screen) this.#strip.style.setProperty('--scale', String(screen.clientWidth / PHONE));
  }
}

/** Lets colors be read at once after a change of the color scheme. */
function withoutTransitions({ view, checkout }: FramedPage): void {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync('* { transition: none !important; }');
  const root = checkout.shadowRoot!;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
