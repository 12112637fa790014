import {
  CARD_FRAME_INHERITED,
  CARD_FRAME_PART_STYLES,
  CARD_FRAME_PROPERTIES,
} from '../../protocol/adapter/card-frame-lists.js';
import type { CardFrameNeeds } from '../../protocol/adapter/card-frame-codec.js';
import { CARD_FIELDS } from '../card-form/form-fields.js';
import type { MessageKey } from '../i18n/english.js';

/** Messages of the card fields. */
const MESSAGES: readonly MessageKey[] = [
  ...(['card-details', 'field-refused', 'errors-summary'] as const),
  ...CARD_FIELDS.flatMap(({ label, hint, example, messages }) => [label, hint ?? [], example ?? [], messages].flat()),
];

/** Names of all that the frame takes over from the page. The page does not know it before the frame is ready. */
export const NEEDS: CardFrameNeeds = {
  inherited: [...CARD_FRAME_INHERITED],
  properties: [...CARD_FRAME_PROPERTIES],
  partStyles: [...CARD_FRAME_PART_STYLES],
  messages: [...new Set(MESSAGES)],
  icons: CARD_FIELDS.flatMap(({ icons = [] }) => icons),
};
