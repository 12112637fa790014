/**
 * The script of the frame with the isolated card fields (docs/isolated-fields.md). The backend serves it as `fields.js`
 * beside the frame page `fields`, whose body names the origins that may embed it.
 */
import { CardFields } from './elements/card-frame/card-fields-element.js';

customElements.define('scudo-card-fields', CardFields);

const page = new CSSStyleSheet();
page.replaceSync('body { margin: 0; }');
document.adoptedStyleSheets.push(page);

const fields = new CardFields();
fields.origins = JSON.parse(document.body.dataset['origins'] ?? '[]') as string[];
fields.base = new URL('.', location.href).href;
document.body.append(fields);
