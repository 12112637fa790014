import { openAcsFrame } from './acs-frame.js';

export interface MethodStep {
  /** Absolute address of the backend's frame page. */
  readonly framePage: string;
  readonly host: ParentNode;
  readonly serverTransId: string;
  /** The ACS's method URL, and the method data as the gateway encoded it. */
  readonly url: string;
  readonly data: string;
  /** Called with the origin of a message of our form that came from another one. */
  readonly onForeign: (origin: string) => void;
  readonly signal: AbortSignal;
}

/**
 * The method step: a hidden frame in which the ACS looks at the device (spec: Browser-to-ACS posts 1).
 * Resolves with YES for the notification of this very transaction, with NO when a policy blocked
 * the frame, and rejects when aborted. It knows no time limit: a silent ACS is the table's business.
 */
export function runMethod({
  framePage,
  host,
  serverTransId,
  url,
  data,
  onForeign,
  signal,
}: MethodStep): Promise<'YES' | 'NO'> {
  return new Promise((resolve, reject) => {
    const closing = new AbortController();
    const abort = () => {
      closing.abort();
      reject(signal.reason as Error);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true, signal: closing.signal });

    const answer = (completion: 'YES' | 'NO') => {
      closing.abort();
      resolve(completion);
    };
    openAcsFrame({
      framePage,
      host,
      action: url,
      fields: { threeDSMethodData: data },
      title: '',
      dress: hide,
      onForeign,
      signal: closing.signal,
      onMessage(message) {
        // `load` is no proof: only a notification makes a YES (field lessons 7).
        if (
          message.scudo === 'method-notification' &&
          message.server_trans_id.toLowerCase() === serverTransId.toLowerCase()
        )
          answer('YES');
        else if (message.scudo === 'frame-blocked') answer('NO');
      },
    });
  });
}

/** Out of sight, out of the tab order and out of the accessibility tree, and yet laid out. */
function hide(frame: HTMLIFrameElement): void {
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  Object.assign(frame.style, {
    position: 'absolute',
    inlineSize: '1px',
    blockSize: '1px',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
  });
}
