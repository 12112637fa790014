/**
 * Renders a state table as a Mermaid state diagram for docs/life-of-a-payment.md. `npm run docs` writes it, and a
 * test fails when it is stale.
 */

/**
 * @typedef {{initial: string, states: Record<string, {task?: string | string[], after?: {ms: number, event: string},
 * on: Record<string, string>}>}} Flow
 * @param {Flow | Record<string, Flow>} table a flow, or flows that run side by side, by name
 */
export function flowDiagram(table) {
  if ('initial' in table) return ['stateDiagram-v2', ...statesOf(table)].join('\n');
  const regions = Object.values(table).map((flow) => statesOf(flow).map((line) => `  ${line}`));
  return [
    'stateDiagram-v2',
    '  state checkout {',
    ...regions.flatMap((lines) => ['    --', ...lines]).slice(1),
    '  }',
  ].join('\n');
}

function statesOf({ initial, states }) {
  const id = (state) => state.replaceAll('-', '_');
  const lines = [`  [*] --> ${id(initial)}`];
  for (const [name, { task, after, on }] of Object.entries(states)) {
    const work = [task ?? []].flat().map((one) => `does ${one}`);
    lines.push(`  ${id(name)}: ${[name, ...work].join('<br>')}`);
    const targets = groupBy(Object.entries(on));
    for (const [to, edges] of targets) {
      const labels = edges.map(([event]) => (after?.event === event ? `${event} after ${after.ms / 1000} s` : event));
      lines.push(`  ${id(name)} --> ${id(to)}: ${labels.join(', ')}`);
    }
  }
  return lines;
}

function groupBy(edges) {
  const groups = new Map();
  for (const edge of edges) groups.set(edge[1], [...(groups.get(edge[1]) ?? []), edge]);
  return groups;
}

/** Returns the document with each diagram between its markers generated from the table. */
export function withDiagrams(document, flows) {
  return Object.entries(flows).reduce((text, [name, flow]) => {
    const marked = new RegExp(`(<!-- diagram: ${name} -->)[^]*?(<!-- /diagram -->)`);
    if (!marked.test(text)) throw new Error(`The document has no markers for the diagram ${name}.`);
    return text.replace(marked, (_, start, end) => `${start}\n\`\`\`mermaid\n${flowDiagram(flow)}\n\`\`\`\n${end}`);
  }, document);
}
