/** The presets that the demo serves as `/presets/NAME.css`. The default theme has no file. */
export const PRESETS = ['maison', 'courier', 'vault', 'civic', 'arcade', 'folio', 'encore', 'monthly'] as const;
