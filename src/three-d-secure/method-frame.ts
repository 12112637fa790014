import { openAcsFrame, type FrameEnvironment } from './acs-frame.js';

export interface MethodStep extends FrameEnvironment {
  readonly host: ParentNode;
  readonly serverTransId: string;
  /** The ACS's method URL, and the method data as the gateway encoded it. */
  readonly url: string;
  readonly data: string;
  readonly signal: AbortSignal;
}

/**
 * Runs the method step: a hidden frame in which the ACS collects data of the device (3D Secure 2 Authentication
 * Interface, Browser-to-ACS posts, 1). Resolves with YES for the notification of this transaction. Resolves with NO
 * when a policy blocks the frame, its page is missing, or it shows another page of the backend's origin. Rejects when
 * aborted. The state table sets the time limit.
 */
export function runMethod({ serverTransId, url, data, signal, ...frame }: MethodStep): Promise<'YES' | 'NO'> {
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
      ...frame,
      kind: 'method',
      action: url,
      fields: { threeDSMethodData: data },
      title: '',
      styleFrame: hide,
      signal: closing.signal,
      onNotReady: () => answer('NO'),
      onMessage(message) {
        switch (message.scudo) {
          case 'method-notification':
            return answer(message.server_trans_id.toLowerCase() === serverTransId.toLowerCase() ? 'YES' : 'NO');
          case 'challenge-notification':
          case 'own-document':
          case 'frame-blocked':
            return answer('NO');
          // An error page fires the load event, too (docs/reference/browser-lessons.md#method-completion).
          case 'frame-loaded':
          case 'frame-ready':
        }
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
