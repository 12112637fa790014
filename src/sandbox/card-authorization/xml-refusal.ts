/** What is wrong with an XML request: a result in the 5xx range, answered as a short document without hash. */
export class XmlRefusal extends Error {
  override readonly name = 'XmlRefusal';

  constructor(
    readonly result: '501' | '502' | '503' | '505' | '506' | '508',
    message: string,
  ) {
    super(message);
  }
}
