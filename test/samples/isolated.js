const element = document.querySelector('scudo-checkout');

// #region fonts
element.fonts = [
  { family: 'Inter', src: '/fonts/inter.woff2', weight: '100 900' },
  { family: 'Inter', src: '/fonts/inter-italic.woff2', weight: '100 900', style: 'italic' },
];
// #endregion
