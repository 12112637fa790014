import { html, nothing, svg, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { ICON_DATA } from './icon-data.js';
import { ICONS, isIcon, PICTOGRAMS, type Icon, type IconName, type IconShape } from './icons.js';

/** The icons of an element. They are loaded when it is connected, and again when it is connected after a failure. */
export class Icons implements ReactiveController {
  /** The icons of the package; undefined while they are loaded. */
  #icons: ReadonlyMap<string, unknown> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    void ICON_DATA()
      .catch(() => new Map<string, unknown>())
      .then((icons) => {
        this.#icons = icons;
        this.host.requestUpdate();
      });
  }

  /**
   * Renders an icon, which screen readers ignore: a placeholder of the same size while the icons are loaded, and nothing
   * if they cannot be loaded.
   *
   * @param part further names of the part `icon`
   */
  render(name: IconName, part = ''): TemplateResult | typeof nothing {
    return this.#render([name], part);
  }

  /** Renders the icon of a payment method: that of its code, or else a neutral one. */
  renderMethod(code: string, part = ''): TemplateResult | typeof nothing {
    return this.#render([code, 'redirect'], part);
  }

  #render(names: readonly string[], part: string): TemplateResult | typeof nothing {
    const parts = `icon ${part}`.trim();
    for (const name of names) {
      const icon = Object.hasOwn(ICONS, name) ? ICONS[name] : this.#icons?.get(name);
      if (icon) return isIcon(icon) ? iconTemplate(icon, parts) : nothing;
    }
    return this.#icons ? nothing : iconTemplate({ viewBox: placeholderBox(names), shapes: [] }, parts);
  }
}

/** Returns the view box of an icon that is not loaded yet. */
function placeholderBox(names: readonly string[]): string {
  return PICTOGRAMS.some((name) => names.includes(name)) ? '0 0 24 24' : '0 0 34 24';
}

function iconTemplate(icon: Icon, part: string): TemplateResult {
  if ('src' in icon) return html`<img part=${part} src=${icon.src} height="24" alt="" />`;
  return html`<svg part=${part} viewBox=${icon.viewBox} height="24" fill="none" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${icon.shapes.map(pathTemplate)}</svg>`;
}

function pathTemplate({ d, fill, stroke, strokeWidth, opacity, transform }: IconShape): TemplateResult {
  return svg`<path d=${d} fill=${fill ?? nothing} stroke=${stroke ?? nothing} stroke-width=${strokeWidth ?? nothing} opacity=${opacity ?? nothing} transform=${transform ?? nothing} />`;
}
