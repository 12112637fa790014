import { XmlRefusal } from '../xml-endpoint/xml-refusal.js';

/** "400 descriptive text about the request fields" (spec: Errors). */
export const badRequest = (message: string) => new XmlRefusal('400', message);
