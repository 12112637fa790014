// A plugin of Stryker: leaves texts of messages as they are. A message has words with spaces between them; names of
// states, codes, fields and headers have none, and are changed.

const WORDS = /[A-Za-z`.,:]\s+\S/u;

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'message-texts',
    value: {
      shouldIgnore({ node }) {
        const isMessage =
          (node.type === 'StringLiteral' && WORDS.test(node.value)) ||
          (node.type === 'TemplateLiteral' && node.quasis.some((part) => WORDS.test(part.value.raw)));
        return isMessage ? 'the text of a message' : undefined;
      },
    },
  },
];
