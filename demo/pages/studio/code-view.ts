import { html, type TemplateResult } from 'lit';

/** A piece of code with its name. */
export interface Snippet {
  readonly title: string;
  readonly text: string;
}

/**
 * Renders snippets, each with a button that copies it.
 *
 * @param copied The text that was copied last. A changed text counts as not copied.
 * @param onCopied Called with a copied text.
 */
export function codeView(
  snippets: readonly Snippet[],
  copied: string,
  onCopied: (text: string) => void,
): TemplateResult[] {
  return snippets.map(({ title, text }) => {
    const copy = async ({ currentTarget }: Event) => {
      const code = (currentTarget as HTMLElement).closest('figure')!.querySelector('code')!;
      try {
        await navigator.clipboard.writeText(text);
        onCopied(text);
      } catch {
        // Without permission the text is selected, so that the reader can copy it.
        getSelection()?.selectAllChildren(code);
      }
    };
    const label = copied === text ? 'Copied' : 'Copy';
    return html`<figure>
      <figcaption>
        ${title} <button type="button" @click=${copy} aria-label="${label} ${title}">${label}</button>
      </figcaption>
      <pre tabindex="0"><code>${text}</code></pre>
    </figure>`;
  });
}
