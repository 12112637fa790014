import {
  CARD_FRAME_INHERITED,
  CARD_FRAME_PART_STYLES,
  CARD_FRAME_PROPERTIES,
} from '../../protocol/adapter/card-frame-lists.js';
import type { CardFrameNeeds } from '../../protocol/adapter/card-frame-codec.js';
import { FIELD_ICONS } from '../card-form/field-picture.template.js';
import type { MessageKey } from '../i18n/english.js';

/** Messages of the card fields. */
const MESSAGES: readonly MessageKey[] = [
  ...(['card-details', 'accepted-cards', 'number', 'expiry', 'expiry-hint', 'security-code', 'name'] as const),
  ...(['name-example', 'security-code-hint', 'security-code-hint-front'] as const),
  ...(['number-missing', 'number-incomplete', 'number-wrong', 'number-long', 'number-unknown'] as const),
  'brand-not-taken',
  ...(['expiry-missing', 'expiry-wrong', 'expiry-past', 'expiry-far', 'code-missing', 'code-wrong'] as const),
  ...(['name-missing', 'name-long', 'field-refused', 'errors-summary'] as const),
];

/** Names of all that the frame takes over from the page. The page does not know it before the frame is ready. */
export const NEEDS: CardFrameNeeds = {
  inherited: [...CARD_FRAME_INHERITED],
  properties: [...CARD_FRAME_PROPERTIES],
  partStyles: [...CARD_FRAME_PART_STYLES],
  messages: [...MESSAGES],
  icons: [...FIELD_ICONS],
};
