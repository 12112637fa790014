/** Fills of the series, which have 3:1 to white and to the dark pages of code hosts. */
const COLORS = ['#3b82c4', '#b26b1f', '#7d7d86'];
const [WIDTH, LEFT, RIGHT, BAR, GAP, TOP] = [720, 130, 70, 18, 14, 64];

/**
 * Draws horizontal bars as an SVG: for each group one bar for each series, with its value beside it.
 * @param {{ title: string, series: string[], groups: { label: string, values: number[] }[], digits: number }} chart
 * @returns {string}
 */
export function barChart({ title, series, groups, digits }) {
  const most = Math.max(...groups.flatMap(({ values }) => values));
  const groupHeight = series.length * BAR + GAP;
  const height = TOP + groups.length * groupHeight;
  const bars = groups.flatMap(({ label, values }, place) => {
    const top = TOP + place * groupHeight;
    const middle = top + (series.length * BAR) / 2 + 4;
    return [
      `<text x="${LEFT - 10}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
      ...values.flatMap((value, index) => {
        const y = top + index * BAR;
        const width = ((value / most) * (WIDTH - LEFT - RIGHT)).toFixed(1);
        const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
        return [
          `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR - 2}" fill="${COLORS[index]}"/>`,
          `<text x="${LEFT + Number(width) + 6}" y="${y + 12}">${text}</text>`,
        ];
      }),
    ];
  });
  const legend = series.flatMap((name, index) => [
    `<rect x="${LEFT + index * 170}" y="36" width="12" height="12" fill="${COLORS[index]}"/>`,
    `<text x="${LEFT + index * 170 + 18}" y="46">${escaped(name)}</text>`,
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
  <rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
  <g font-family="system-ui, sans-serif" font-size="12" fill="#222222">
    <text x="${LEFT}" y="22" font-size="14" font-weight="600">${escaped(title)}</text>
    ${[...legend, ...bars].join('\n    ')}
  </g>
</svg>
`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
