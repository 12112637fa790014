/** The looks that the demo serves as `/presets/NAME.css`; the default look needs no file. */
export const PRESETS = ['paper', 'market', 'atelier', 'arcade', 'ledger'] as const;
