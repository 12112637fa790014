/**
 * The script of the frame with the isolated card fields (docs/isolated-fields.md). The backend serves it as `fields.js`
 * beside the frame page `fields`, which has the element with its fields, and names the origins that may embed it.
 */
import { CardFields } from './elements/card-frame/card-fields-element.js';

customElements.define('scudo-card-fields', CardFields);
