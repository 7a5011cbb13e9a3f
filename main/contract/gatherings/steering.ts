/** What the person's hand does with a gathering, each a route of its own. */
export const steering = [
  'start',
  'dismiss',
  'note',
  'hand',
  'take',
  'pause',
  'hold',
  'resume',
  'skip',
  'extend',
  'open',
  'close',
  'here',
] as const
