import { html, type TemplateResult } from 'lit';

export interface CardFrameTemplateOptions {
  /** The address of the frame's page. */
  readonly src: string;
  readonly title: string;
  /** Pixels. */
  readonly height: number;
}

/**
 * Renders the frame with the isolated card fields. Beside it are, for each part, a hidden element with it and one of the same
 * kind without it: the difference is what the page's rules change (page-style.ts).
 */
export function cardFrameTemplate({ src, title, height }: CardFrameTemplateOptions): TemplateResult {
  return html`<div class="card-frame">
    <iframe part="card-frame" title=${title} src=${src} height=${height}></iframe>
    <div class="samples" hidden>
      <fieldset part="group" data-sample="group"></fieldset><fieldset></fieldset>
      <legend part="legend" data-sample="legend"></legend><legend></legend>
      <div class="fields" part="fields" data-sample="fields"></div><div class="fields"></div>
      <div class="field" part="field" data-sample="field"></div><div class="field"></div>
      <label part="label" data-sample="label"></label><label></label>
      <input part="input" data-sample="input" disabled /><input disabled />
      <div class="below" part="field-foot" data-sample="field-foot"></div><div class="below"></div>
      <p class="hint" part="hint" data-sample="hint"></p><p class="hint"></p>
      <p class="hint" part="brand" data-sample="brand"></p><p class="hint"></p>
      <p class="error" part="error" data-sample="error"></p><p class="error"></p>
    </div>
  </div>`;
}
