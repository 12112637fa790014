import { describe, expect, it } from 'vitest';
import {
  decodeCommand,
  decodeMessage,
  encodeCommand,
  encodeMessage,
  type CardFrameCommand,
  type CardFrameMessage,
} from '../../../src/protocol/adapter/card-frame-codec.js';
import { cardFrameCommandSchema } from '../../../src/protocol/adapter/card-frame-commands.js';
import { cardFrameMessageSchema } from '../../../src/protocol/adapter/card-frame-messages.js';

const DATA = new ArrayBuffer(8);
const STYLE = {
  language: 'en',
  direction: 'ltr',
  ringSpace: 5,
  rootFontSize: '16px',
  inherited: { 'font-family': 'Inter' },
  properties: { '--scudo-color-text': 'red' },
  parts: { input: { 'border-top-width': '2px' } },
  messages: { 'number-missing': 'Enter the number.' },
} as const;

describe('the codec of the card frame', () => {
  it.each<[CardFrameCommand, object]>([
    [
      { scudo: 'card-style', style: STYLE },
      {
        style: {
          language: 'en',
          direction: 'ltr',
          ring_space: 5,
          root_font_size: '16px',
          inherited: { 'font-family': 'Inter' },
          properties: { '--scudo-color-text': 'red' },
          parts: { input: { 'border-top-width': '2px' } },
          messages: { 'number-missing': 'Enter the number.' },
        },
      },
    ],
    [
      { scudo: 'card-fonts', fonts: [{ family: 'Inter', data: DATA, style: 'normal', unicodeRange: 'U+0-7F' }] },
      { fonts: [{ family: 'Inter', data: DATA, style: 'normal', unicode_range: 'U+0-7F' }] },
    ],
    [{ scudo: 'card-end', nextTry: 'same-card' }, { next_try: 'same-card' }],
    [
      {
        scudo: 'card-call',
        call: 1,
        path: 'authentications',
        reference: 'r',
        body: { server_trans_id: 'T1', inAppData: { camelCase: 1 } },
        idempotencyKey: 'k',
      },
      {
        call: 1,
        path: 'authentications',
        reference: 'r',
        body: { server_trans_id: 'T1', inAppData: { camelCase: 1 } },
        idempotency_key: 'k',
      },
    ],
    [
      {
        scudo: 'card-icons',
        icons: { 'code-back': { viewBox: '0 0 34 24', shapes: [{ d: 'M0 0', strokeWidth: 2 }] } },
      },
      { icons: { 'code-back': { viewBox: '0 0 34 24', shapes: [{ d: 'M0 0', strokeWidth: 2 }] } } },
    ],
  ])('the codec of the card frame sends the command %j with wire names', (command, wire) => {
    const encoded = encodeCommand(command);
    expect(encoded).toEqual({ scudo: command.scudo, ...wire });
    expect(decodeCommand(cardFrameCommandSchema.parse(encoded))).toEqual(command);
  });

  it.each<[CardFrameMessage, object]>([
    [
      {
        scudo: 'card-ready',
        needs: {
          inherited: ['color'],
          properties: [],
          partStyles: ['border-top-width'],
          messages: [],
          icons: ['visa'],
        },
      },
      {
        needs: {
          inherited: ['color'],
          properties: [],
          part_styles: ['border-top-width'],
          messages: [],
          icons: ['visa'],
        },
      },
    ],
    [
      { scudo: 'card-answer', call: 1, status: 503, retryAfter: '3', body: '{"server_trans_id":"T1"}' },
      { call: 1, status: 503, retry_after: '3', body: '{"server_trans_id":"T1"}' },
    ],
  ])('the codec of the card frame sends the message %j with wire names', (message, wire) => {
    const encoded = encodeMessage(message);
    expect(encoded).toEqual({ scudo: message.scudo, ...wire });
    expect(decodeMessage(cardFrameMessageSchema.parse(encoded))).toEqual(message);
  });
});
