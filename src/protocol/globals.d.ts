// The globals that browsers, workers and Node 20 have in common. This layer is compiled without the DOM library and
// without Node's types, so that it depends on neither.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
declare function atob(base64: string): string;
declare function btoa(binary: string): string;
declare class URL {
  constructor(url: string, base?: string);
  readonly protocol: string;
  readonly hostname: string;
  readonly href: string;
  readonly username: string;
  readonly password: string;
}
declare const crypto: {
  readonly subtle: {
    digest(algorithm: 'SHA-1' | 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  };
};
