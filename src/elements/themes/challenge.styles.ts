import { css } from '@lit/reactive-element/css-tag.js';

/**
 * The dialog around the issuer's page: above the page, as a sheet from below on a phone, or in place.
 *
 * - `li:first-child::before`: screen readers hear the name only.
 * - `.close:not(:has(svg, img))::before`: without its icon, which a page can replace and a network can lose.
 * - `.close:focus-visible`: some themes give the head a color of its own.
 * - `.frame-progress`: above the issuer's page until it has loaded.
 * - `dialog .notice`: questions and help are above the end of the issuer's page, so that nothing changes its size.
 * - `contain`: the dialog stays as wide as the issuer's page, whatever the length of the labels.
 * - `dialog[data-size='FULL_SCREEN']`: full screen: even the smallest window does not fit.
 * - `dialog[data-size='FULL_SCREEN'] .frame`: the issuer's page scrolls in the space that the head leaves.
 * - `dialog:not([data-inline], [data-size='FULL_SCREEN'])::before`: the sheet has a handle.
 */
export const challengeStyles = css`
  dialog {
    box-sizing: border-box;
    max-inline-size: 100dvi;
    max-block-size: 100dvb;
    padding: 0;
    border: 0;
    border-radius: var(--_radius-panel);
    color: var(--scudo-color-text, CanvasText);
    background: var(--_sheet);
    box-shadow: var(--scudo-shadow, 0 24px 64px rgb(0 0 0 / 35%));
    overflow: clip auto;
  }

  dialog::backdrop {
    background: var(--scudo-color-backdrop, rgb(0 0 0 / 60%));
  }

  .challenge-head {
    display: grid;
    grid-template-columns: 1fr var(--_target);
    column-gap: var(--_12);
    align-items: center;
    padding: var(--_12) var(--_16) var(--_8);
    border-block-end: var(--_soft-border);
  }

  .challenge-head :is(h2, p) {
    grid-column: 1;
  }

  .challenge-head ol {
    display: grid;
    grid-column: 1 / -1;
    grid-auto-columns: 1fr;
    grid-auto-flow: column;
    gap: var(--_8);
    margin: var(--_8) 0 0;
    padding: 0;
    color: var(--_quiet);
    font-size: 0.75em;
    line-height: 1.3;
    list-style: none;
  }

  .challenge-head li {
    padding-block-start: var(--_4);
    border-block-start: 3px solid var(--_hairline);
  }

  .challenge-head li:first-child {
    border-color: var(--_good);
    color: var(--_good);
  }

  li:first-child::before {
    content: '✓ ' / '';
  }

  .challenge-head [aria-current] {
    border-color: var(--_accent-mark);
    color: var(--_accent-mark);
    font-weight: 600;
  }

  .close {
    position: absolute;
    inset-block-start: var(--_12);
    inset-inline-end: var(--_16);
    display: grid;
    place-items: center;
    inline-size: var(--_target);
    min-block-size: var(--_target);
    padding: 0;
    border-radius: 50%;
    color: inherit;
    background: var(--_text-tint);
  }

  .close:not(:has(svg, img))::before {
    content: '×';
    font-size: 1.5rem;
  }

  .close:focus-visible {
    outline-color: currentcolor;
  }

  @media (hover: hover) {
    button.close:not([aria-disabled='true']):hover {
      background: color-mix(in oklab, currentcolor 12%, transparent);
    }
  }

  .challenge-head p {
    margin: 0;
    color: var(--_quiet);
    font-size: var(--scudo-small-size, var(--_text-small));
  }

  .frame {
    position: relative;
    display: grid;
    justify-content: center;
    min-block-size: 12rem;
  }

  .frame-progress {
    position: absolute;
    inset: 0;
    z-index: 1;
    display: grid;
    gap: var(--_12);
    place-content: center;
    place-items: center;
    margin: 0;
    padding: var(--_16);
    color: var(--_quiet);
    background: var(--_sheet);
    text-align: center;
    pointer-events: none;
  }

  .frame-progress .spinner {
    inline-size: 2rem;
    block-size: 2rem;
    border-width: 3px;
    color: var(--_accent-mark);
  }

  dialog .notice {
    position: absolute;
    inset-inline: 0;
    inset-block-end: 0;
    z-index: 2;
    contain: inline-size;
    padding: var(--_12) var(--_16) max(var(--_12), env(safe-area-inset-bottom));
    border-block-start: var(--_soft-border);
    background: var(--_sheet);
    box-shadow: 0 -8px 24px rgb(0 0 0 / 12%);
  }

  .actions p {
    flex-basis: 100%;
    margin: 0;
  }

  dialog[data-size='FULL_SCREEN'] {
    inline-size: 100dvi;
    block-size: 100dvb;
    border-radius: 0;
  }

  dialog[data-size='FULL_SCREEN'] .challenge-head {
    padding-block-start: max(var(--_8), env(safe-area-inset-top));
  }

  dialog[data-size='FULL_SCREEN'] .close {
    inset-block-start: max(var(--_4), env(safe-area-inset-top));
  }

  dialog[data-size='FULL_SCREEN'][open] {
    display: grid;
    grid-template-rows: auto 1fr;
  }

  dialog[data-size='FULL_SCREEN'] .frame {
    grid-template-rows: minmax(0, 1fr);
    min-block-size: 0;
    justify-content: stretch;
  }

  dialog[data-inline] {
    position: relative;
    inline-size: 100%;
    max-inline-size: 100%;
    max-block-size: none;
    margin: 0;
    border: var(--_soft-border);
    border-radius: var(--_radius-panel);
    box-shadow: none;
  }

  dialog[data-inline][data-size='FULL_SCREEN'][open] {
    inline-size: 100%;
    block-size: 80dvb;
  }

  @media (width < 480px) {
    dialog:not([data-inline], [data-size='FULL_SCREEN']) {
      inline-size: 100dvi;
      margin-block-end: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }

    dialog:not([data-inline], [data-size='FULL_SCREEN'])::before {
      content: '';
      position: absolute;
      inset-block-start: var(--_4);
      inset-inline: calc(50% - var(--_16));
      block-size: var(--_4);
      border-radius: var(--_4);
      background: var(--_hairline);
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    dialog[open]:not([data-inline]) {
      animation: rise 200ms ease-out;
    }

    @keyframes rise {
      from {
        translate: 0 2rem;
      }
    }
  }
`;
