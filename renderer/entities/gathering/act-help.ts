/** What each act in a gathering does, in one line: its button has only a word of ours. */
export const actHelp = {
  speak: 'Says it to the circle, and passes the piece on',
  speakAndKeep: 'Says it to the circle; the piece stays with you for more',
  pass: 'The piece goes on: you have no words, or no more',
  passTo: 'The piece goes to this one next; nobody’s turn is lost',
  silence: 'The piece goes on, and the circle sees that you kept silent: as good as a speech',
  holdMine: 'The clock of your turn stands still until you switch this off',
  note: 'Kept for you alone, and put before you when your turn comes',
  host: 'Your words go to all; the circle pauses until you resume it',
  hostGoesOn: 'Your words go to all before their next turn; nothing stops',
  hand: 'Anyone who gets the piece is told that you would like to speak; the order stays as it is',
  take: 'The talking piece comes to you as soon as the answer that is being written ends',
  pause: 'Nobody is given the piece until you resume it',
  hold: 'The clock of this turn stands still: anyone who speaks has all the time they need',
  close: 'Ends it, with a harvest of what there is or without',
  openWords: 'What was said so far in this round is given to all now, before everybody has spoken',
} as const
