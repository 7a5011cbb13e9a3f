/** The worlds that find out those mutants which only worlds find out, and late; by the mutants' names. */
export const foundAt: Readonly<Record<string, number>> = {
  'what is too much for one prompt is left out': 40,
  'a card holds a circle up for ever': 36,
  'a rename is told without the rules': 17,
  'two agents that wait for each other stand still': 21,
  'a restart begins the turn anew': 58,
  'links of who sits carry': 17,
}
