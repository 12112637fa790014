import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { reporter } from '../developer/reporter.js';
import { ICON_DATA } from './icon-data.js';
import { iconTemplate, placeholderTemplate } from './icon.template.js';
import { ICONS, isIcon, type IconDrawing, type IconName } from './icons.js';

/** The icons of an element. They are loaded when it is connected, and again when it is connected after a failure. */
export class Icons implements ReactiveController {
  /** The icons of the package; undefined while they are loaded. */
  #icons: ReadonlyMap<string, unknown> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    void ICON_DATA()
      .catch((dataError: unknown) => {
        reporter.report?.(this.host as unknown as HTMLElement, { dataError });
        return new Map<string, unknown>();
      })
      .then((icons) => {
        this.#icons = icons;
        this.host.requestUpdate();
      });
  }

  /**
   * Renders an icon, which screen readers ignore: a placeholder of the same size while the icons are loaded, and
   * nothing if they cannot be loaded.
   *
   * @param part further names of its parts `icon` and `icon-NAME`
   */
  render(name: IconName, part = ''): TemplateResult | typeof nothing {
    return this.#render([name], part);
  }

  /** Renders the icon of a payment method: that of its code, or else a neutral one. */
  renderMethod(code: string, part = ''): TemplateResult | typeof nothing {
    return this.#render([code, 'redirect'], part);
  }

  /**
   * Returns the drawings of icons, for the frame of isolated card fields: undefined while they are loaded. Images and
   * icons that are not valid are left out.
   */
  drawings(names: readonly string[]): Readonly<Record<string, IconDrawing>> | undefined {
    if (!this.#icons) return undefined;
    const found = names.flatMap((name) => {
      const icon = this.#find([name]);
      return isIcon(icon) && !('src' in icon) ? [[name, icon] as const] : [];
    });
    return Object.fromEntries(found);
  }

  #render(names: readonly string[], part: string): TemplateResult | typeof nothing {
    const icon = this.#find(names);
    const parts = `icon-${names[0]} ${part}`.trim();
    if (icon) return isIcon(icon) ? iconTemplate(icon, parts) : nothing;
    return this.#icons ? nothing : placeholderTemplate(names, parts);
  }

  /** The first of some icons that is there, of the page or of the package. */
  #find(names: readonly string[]): unknown {
    for (const name of names) {
      const icon: unknown = Object.hasOwn(ICONS, name) ? ICONS[name] : this.#icons?.get(name);
      if (icon) return icon;
    }
    return undefined;
  }
}
