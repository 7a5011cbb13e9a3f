import type { Mutant } from './mutants.ts'

/** Mistakes about what crosses a link, to whom, and how often. */
export const mutantsOfLinks: readonly Mutant[] = [
  {
    name: 'half a sentence crosses, when its turn was cut off',
    file: 'delivery/turns.ts',
    from: "if (outcome?.kind === 'completed') shareFinalText(step, turn, outcome.text, answered)",
    to: "if (outcome) shareFinalText(step, turn, outcome.kind === 'completed' ? outcome.text : turn.text, answered)",
  },
  {
    name: 'housekeeping crosses',
    file: 'links/crossings.ts',
    from: "return occasion === 'words' && origin !== 'system'",
    to: "return occasion !== 'command' && origin !== undefined",
  },
  {
    name: 'a silent text crosses',
    file: 'links/crossings.ts',
    from: 'if (isSilent(text)) {',
    to: 'if (text === "") {',
  },
  {
    name: 'one more crosses than is allowed',
    file: 'links/queries.ts',
    from: "if (used >= allowed) return 'budget'",
    to: "if (used > allowed) return 'budget'",
  },
  {
    name: 'closing and opening again is a new budget',
    file: 'links/links.ts',
    from: '? { ...same, mode: mode ?? same.mode,',
    to: '? { ...same, budgetUsed: 0, mode: mode ?? same.mode,',
  },
  {
    name: "an agent's word begins an episode",
    file: 'mail/mail.ts',
    from: '  if (human) {\n    wakeByPerson',
    to: '  newEpisode(step, event.to)\n  if (human) {\n    wakeByPerson',
  },
  {
    name: "the person's word begins none",
    file: 'links/links.ts',
    from: '      budgetUsed: 0,\n      budgetGranted: budget,\n      stoppedByLoop: false,\n',
    to: '      stoppedByLoop: false,\n',
  },
  {
    name: 'who has lowered its side is woken',
    file: 'links/crossings.ts',
    from: "if (mode === 'absorb' || lowered.includes(to)) return 'absorb'",
    to: "if (mode === 'absorb') return 'absorb'",
  },
  {
    name: 'whoever speaks wakes everybody, asked or not',
    file: 'links/crossings.ts',
    from: "return isAsked(asks, to, from) ? 'asked' : 'absorb'",
    to: "return asks.length >= 0 ? 'asked' : 'absorb'",
  },
  {
    name: 'an answer asks back',
    file: 'links/pending-replies.ts',
    from: 'return isAsked(asks, to, from) ? withoutAsk(asks, to, from) : withAsk(asks, from, to)',
    to: 'return withAsk(isAsked(asks, to, from) ? withoutAsk(asks, to, from) : asks, from, to)',
  },
  {
    name: 'two links bring the same words twice',
    file: 'links/crossings.ts',
    from: 'route.link.id === link.id ? [{ to, ...route }] : [],',
    to: 'link.members.includes(to) ? [{ to, ...route }] : [],',
  },
  {
    name: 'the least waking link carries',
    file: 'links/crossings.ts',
    from: 'ranks[carriage] > ranks[other.carriage]',
    to: 'ranks[carriage] < ranks[other.carriage]',
  },
  {
    name: 'what was answered over one link is asked over another',
    file: 'links/crossings.ts',
    from: 'const present = step.links.get(link.id) ?? link',
    to: 'const present = link',
  },
  {
    name: 'what has answered a ticket crosses too',
    file: 'links/crossings.ts',
    from: 'if (to === from || answered.includes(to)) continue',
    to: 'if (to === from) continue',
  },
  {
    name: 'a paused link carries',
    file: 'mail/mailbox.ts',
    from: "if (said.crossed?.carriage === 'paused') {",
    to: "if (said.crossed?.carriage === 'paused' && said.depth < 0) {",
  },
  {
    name: 'what a pause kept back stays there',
    file: 'links/links.ts',
    from: 'return letGo(step, changed)',
    to: 'return changed',
  },
  {
    name: 'links that are off carry',
    file: 'links/queries.ts',
    from: "  if (!limits.links) return 'off'\n",
    to: '  void limits\n',
  },
  {
    name: 'who is deleted stays in its links',
    file: 'links/links.ts',
    from: 'const members = one.members.filter((other) => other !== agent)\n    const left',
    to: 'const members = one.members\n    const left',
  },
  {
    name: 'a new link is not told of',
    file: 'links/links.ts',
    from: "  for (const member of members) brief(step, member, '', true)\n",
    to: '',
  },
  {
    name: 'the rules are told once, and never again',
    file: 'links/links.ts',
    from: "if (openLinksOf(step.links, agent).length > 0) brief(step, agent, '', true)",
    to: 'void agent',
  },
  {
    name: 'a rename is told without the rules',
    file: 'links/links.ts',
    from: '`"${from}" is now called "${to}".`, true)',
    to: '`"${from}" is now called "${to}".`, false)',
  },
  {
    name: 'what meets a link that rests is gone',
    file: 'links/crossings.ts',
    from: 'const links = openLinksOf(step.links, turn.agent)',
    to: 'const links = openLinksOf(step.links, turn.agent).filter((link) => !keepsBack(link, step))',
  },
  {
    name: 'what was kept back goes on while the link still rests',
    file: 'links/backlog.ts',
    from: 'if (keepsBack(link, step)) return link',
    to: 'if (step.now < 0) return link',
  },
  {
    name: 'a new episode wakes with the words of the old one',
    file: 'links/links.ts',
    from: 'letGo(step, begun, true)',
    to: 'letGo(step, begun)',
  },
]
