import { css } from 'lit';

/** The dialog around the issuer's page, above the page or in place. */
export const challengeStyles = css`
  dialog {
    box-sizing: border-box;
    max-inline-size: 100dvi;
    max-block-size: 100dvb;
    padding: 12px 16px;
    border: var(--_border);
    border-radius: var(--_radius-panel);
    color: var(--_text);
    background: var(--_surface);
    box-shadow: var(--scudo-shadow, none);
  }

  dialog::backdrop {
    background: var(--scudo-color-backdrop, rgb(0 0 0 / 60%));
  }

  /* Full screen: even the smallest window does not fit. */
  dialog[data-size='FULL_SCREEN'] {
    inline-size: 100dvi;
    block-size: 100dvb;
    /* Keeps clear of the notch, rounded corners and home bar of a phone. */
    padding: max(8px, env(safe-area-inset-top)) max(8px, env(safe-area-inset-right)) max(8px, env(safe-area-inset-bottom)) max(8px, env(safe-area-inset-left));
    border: 0;
    border-radius: 0;
  }

  dialog[data-size='FULL_SCREEN'][open] {
    display: grid;
    grid-template-rows: auto 1fr auto;
  }

  dialog[data-inline] {
    position: static;
    max-inline-size: 100%;
    max-block-size: none;
    margin: 0;
  }

  dialog[data-inline][data-size='FULL_SCREEN'][open] {
    inline-size: auto;
    block-size: 80dvb;
  }

  .frame {
    display: grid;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-start: 8px;
    /* The dialog stays as wide as the issuer's page, whatever the length of the labels. */
    contain: inline-size;
  }

  .actions p {
    flex-basis: 100%;
    margin: 0;
  }
`;
