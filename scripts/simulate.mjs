// The simulation (test/simulation/, docs/proof.md): `npm run simulate`. The first argument names a task. Without a
// name it plays payments.
const TASKS = {
  slices: () => import('./simulation/slices.mjs'),
  defects: () => import('./simulation/plant-defects.mjs'),
  blind: () => import('./simulation/blind.mjs'),
  program: () => import('./simulation/program.mjs'),
  proof: () => import('./simulation/proof.mjs'),
  fixed: () => import('./simulation/fixed.mjs'),
};

const named = process.argv[2] ?? '';
if (Object.hasOwn(TASKS, named)) {
  // The task reads the arguments after its name.
  process.argv.splice(2, 1);
  await TASKS[named]();
} else {
  await import('./simulation/play.mjs');
}
