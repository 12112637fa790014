import type { ReactiveController } from 'lit';
import type { FrameHost } from '../../payment/card/frame-host.js';
import type { ChallengeDialog, ChallengeDialogOptions } from '../challenge/challenge-dialog.controller.js';
import { reporter } from '../developer/reporter.js';
import type { LateData } from '../late-data/late-data.js';
import { loadedLateParts, type LateParts } from '../late/load-late-parts.js';
import type { ScudoElement } from '../scudo-element.js';

/** The late parts of one checkout: the data of its fields, and its challenge dialog. */
export class LateCheckout implements ReactiveController {
  #data: LateData | undefined;
  #challenge: ChallengeDialog | undefined;

  constructor(
    private readonly host: ScudoElement,
    private readonly challengeOptions: ChallengeDialogOptions,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#data?.stop();
  }

  /** The code of the fields besides the card; undefined until an order was read. */
  get code(): LateParts | undefined {
    return loadedLateParts();
  }

  /** The data of the fields besides the card; undefined until an order was read. */
  get data(): LateData | undefined {
    const { host, code } = this;
    if (code)
      this.#data ??= new code.LateData(
        () => host.clock,
        () => host.requestUpdate(),
        (dataError) => reporter.report?.(host, { dataError }),
      );
    return this.#data;
  }

  /** The dialog of the challenge; undefined until an order was read. */
  get challenge(): ChallengeDialog | undefined {
    const { host, code } = this;
    if (code) this.#challenge ??= new code.ChallengeDialog(host, this.challengeOptions);
    return this.#challenge;
  }

  /** Returns the places of the payment's frames. `isAllowed` is called before a challenge is shown. */
  frames(isAllowed: () => boolean): FrameHost {
    const { localize } = this.challengeOptions;
    return {
      method: () => this.host.renderRoot,
      availableSpace: () => this.challenge?.availableSpace ?? { width: 0, height: 0 },
      challenge: (size) => (isAllowed() ? this.challenge?.open(size) : undefined),
      challengeShows: (document) => this.challenge?.shows(document),
      // The messages of the language may be loaded after the payment has started.
      get challengeTitle() {
        return localize('challenge-frame');
      },
    };
  }
}
