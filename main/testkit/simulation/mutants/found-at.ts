/** The worlds that find out those mutants which no story finds out; by the mutants' names. */
export const foundAt: Readonly<Record<string, number>> = {
  'an agent falls asleep while the person writes to it': 5,
  'what crosses is not in the timeline': 2,
  'what was used before a tab was there is counted again': 5,
  'without the guard: a timer stays in its chain': 5,
  'words under seal stand in the timeline': 2,
  'what is too much for one prompt is left out': 40,
  'a card holds a circle up for ever': 5,
  'two agents that wait for each other stand still': 23,
  'a restart begins the turn anew': 58,
  'a receipt that is late takes back what was read': 31,
  'a house may say what became of words that others were sent': 38,
  'a house may take back what others have sent': 40,
  'what another version cannot read is passed over in silence': 47,
  'a newer version is told nothing again': 118,
}
