import { openAcsFrame } from './acs-frame.js';

export interface MethodStep {
  /** Absolute address of the backend's frame page. */
  readonly framePage: string;
  readonly host: ParentNode;
  readonly serverTransId: string;
  /** The ACS's method URL, and the method data as the gateway encoded it. */
  readonly url: string;
  readonly data: string;
  /** Receives the origin of a well-formed message from an unexpected origin. */
  readonly onUnexpectedOrigin: (origin: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs the method step: a hidden frame in which the ACS collects data of the device (3D Secure 2 Authentication
 * Interface, Browser-to-ACS posts, 1). Resolves with YES for the notification of this transaction and with NO when a
 * policy blocks the frame. Rejects when aborted. The state table sets the time limit.
 */
export function runMethod({
  framePage,
  host,
  serverTransId,
  url,
  data,
  onUnexpectedOrigin,
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
      styleFrame: hide,
      onUnexpectedOrigin,
      signal: closing.signal,
      onMessage(message) {
        // A load event proves nothing (docs/reference/browser-lessons.md#method-completion).
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

/** Hides the frame from sight, tab order and accessibility tree. It still has a layout. */
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
