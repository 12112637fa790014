import { Session } from 'node:inspector/promises';

/**
 * Samples what the main thread of this process does during `work`, with V8's profiler.
 * @param {() => Promise<unknown>} work
 * @param {(place: { url: string, functionName: string }) => string} partOf name of the part to which a sample counts
 * @returns {Promise<Map<string, number>>} milliseconds by part, without the time in which the process waits
 */
export async function profiled(work, partOf) {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    await work();
    const { profile } = await session.post('Profiler.stop');
    return timeByPart(profile, partOf);
  } finally {
    session.disconnect();
  }
}

function timeByPart({ nodes, samples, timeDeltas }, partOf) {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parts = new Map();
  for (const [index, sample] of samples.entries()) {
    const place = places.get(sample);
    if (place.functionName === '(idle)') continue;
    const part = partOf(place);
    parts.set(part, (parts.get(part) ?? 0) + timeDeltas[index] / 1000);
  }
  return parts;
}
