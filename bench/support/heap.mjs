/**
 * Bytes of a page's heap: V8's compiled code with its metadata, and everything else, which are objects, texts and
 * functions. Memory of the browser itself, such as that of its tools, is no part of the heap.
 * @param {import('playwright-core').CDPSession} devtools
 * @returns {Promise<{ code: number, objects: number }>}
 */
export async function heapByKind(devtools) {
  const chunks = [];
  const keep = ({ chunk }) => chunks.push(chunk);
  devtools.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  devtools.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const bytes = { code: 0, objects: 0 };
  for (let node = 0; node < nodes.length; node += fields.length) {
    const kind = types[type][nodes[node + type]];
    if (kind !== 'native') bytes[kind === 'code' ? 'code' : 'objects'] += nodes[node + size];
  }
  return bytes;
}
