/**
 * Writes the snippets of README.md and docs/ from the files that tests run: `<!-- FILE#REGION -->` before a code block.
 */
import { readFileSync } from 'node:fs';

const BLOCK = /(^<!-- ([\w./-]+\.\w+)(?:#([\w-]+))? -->\n)```(\w+)\n[\s\S]*?^```$/gm;

/** Returns the text with each marked code block replaced by its file or region. */
export function withSnippets(text) {
  return text.replace(BLOCK, (_, marker, file, region, language) => {
    return `${marker}\`\`\`${language}\n${snippetOf(file, region)}\n\`\`\``;
  });
}

/**
 * Reads a region of a file: the lines between `#region NAME` and the next `#endregion`, without their common indent.
 * @throws {Error} if the file has no such region.
 */
function snippetOf(file, region) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (region === undefined) return lines.join('\n');
  const begin = lines.findIndex(
    (line) =>
      line
        .trim()
        .replace(/^(\/\/|\/\*|<!--) /, '')
        .split(' ')
        .slice(0, 2)
        .join(' ') === `#region ${region}`,
  );
  if (begin < 0) throw new Error(`${file} has no region ${region}`);
  const end = lines.findIndex((line, index) => index > begin && line.includes('#endregion'));
  const body = lines.slice(begin + 1, end);
  const indent = Math.min(...body.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return body.map((line) => line.slice(indent)).join('\n');
}
