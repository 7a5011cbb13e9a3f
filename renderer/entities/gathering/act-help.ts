/** What each act in a gathering does, in one line: its button has only a word of ours. */
export const actHelp = {
  speak: 'Says it to all and passes the piece on',
  speakAndKeep: 'Says it to all; the piece stays with you',
  pass: 'You have nothing (more) to say: the piece moves on',
  passTo: 'The piece goes to this one next; nobody’s turn is lost',
  holdMine: 'The clock of your turn stands still until you switch this off',
  note: 'Only for you; shown to you when your turn comes',
  host: 'Your message goes to all; after the answer that is being written the gathering pauses until you resume it',
  hostGoesOn: 'Your message goes to all before their next turn; nothing stops',
  hand: 'The holder of the piece sees that you would like to speak; the order stays the same',
  take: 'The talking piece comes to you as soon as the answer that is being written ends',
  pause: 'Nobody gets the piece until you resume it',
  hold: 'The clock of this turn stops: the speaker has all the time they need',
  close: 'Ends it, with a harvest of what there is or without',
  openWords: 'Shows everyone what was said in this round now, before all have spoken',
} as const
