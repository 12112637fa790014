/**
 * The English labels of address fields that only some countries have, by message key. They are part of the address data
 * and not of the elements, because most pages need none of them. Languages translate them beside the other messages.
 */
export const ADDRESS_LABELS = {
  line2: 'Apartment, floor (optional)',
  'city-post-town': 'Post town',
  'city-suburb': 'Suburb',
  'city-district': 'District',
  'quarter-neighborhood': 'Neighbourhood',
  'quarter-district': 'District',
  'quarter-suburb': 'Suburb',
  'quarter-village': 'Village or township',
  'quarter-townland': 'Townland',
  'postcode-zip': 'ZIP code',
  'postcode-pin': 'PIN code',
  'postcode-eircode': 'Eircode',
  'area-state': 'State',
  'area-province': 'Province',
  'area-area': 'Area',
  'area-county': 'County',
  'area-department': 'Department',
  'area-district': 'District',
  'area-do-si': 'Province or city',
  'area-emirate': 'Emirate',
  'area-island': 'Island',
  'area-oblast': 'Region',
  'area-parish': 'Parish',
  'area-prefecture': 'Prefecture',
};
