/**
 * Declarations of the published entries, for the reference of the site. Patterns have types for templates of frameworks
 * only, and no exports.
 * @param {Readonly<Record<string, string | { readonly types?: string }>>} exports those of package.json
 * @returns {string[]} paths
 */
export function documentedEntries(exports) {
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'object' && entry.types && !entry.types.includes('*') ? [entry.types] : [],
  );
}
