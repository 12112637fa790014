/** The presets that the demo serves as `/presets/NAME.css`. The default theme has no file. */
export const PRESETS = ['paper', 'market', 'atelier', 'arcade', 'ledger'] as const;
