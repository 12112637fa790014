/** The parts of `node:net` that the backend uses, for a worker with one client, whose address is 127.0.0.1. */
export function isIP(text: string): 0 | 4 {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? 4 : 0;
}

export function isIPv4(text: string): boolean {
  return isIP(text) === 4;
}

/** No address is public, so nothing is counted by client. */
export class BlockList {
  addSubnet(): void {
    // The list has every address.
  }

  check(): boolean {
    return true;
  }
}
