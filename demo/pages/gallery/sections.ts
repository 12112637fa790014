/** The sections of the gallery, in the order in which a shopper sees them. */
export const SECTIONS = [
  { id: 'order', name: 'Before the form', about: 'The order is read first. What it says decides what is asked.' },
  {
    id: 'form',
    name: 'The card form',
    about: 'One button, which says what will be charged. The fields follow the order and the card.',
  },
  {
    id: 'errors',
    name: 'What is wrong',
    about:
      'An error is shown beside its field when the shopper leaves it or presses Pay. It goes when the field is corrected.',
  },
  {
    id: 'methods',
    name: 'Several ways to pay',
    about: 'An order with more than one method shows them as radios. Some have questions of their own.',
  },
  {
    id: 'layouts',
    name: 'Layouts',
    about: 'Attributes choose the layout and the place of the labels, and a property the order of the fields.',
  },
  {
    id: 'payment',
    name: 'A payment under way',
    about: 'The form stays where it is, locked, and one line says what happens.',
  },
  {
    id: 'challenge',
    name: 'The bank’s page',
    about:
      'Here in place, as with challenge="inline". By default it is a dialog above everything, which no tile could hold.',
  },
  {
    id: 'redirect',
    name: 'Paying elsewhere',
    about: 'The shopper leaves for another payment method, and the order waits for its final word.',
  },
  { id: 'outcomes', name: 'Outcomes', about: 'Every way in which a payment can end. None says more than is known.' },
  { id: 'return', name: 'Coming back', about: 'The page where shoppers land who paid elsewhere: scudo-return.' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];
