import { headers } from '../../core/words/headers.ts'

/** Every header of Janus, in each of its forms. */
export const headerForms: Readonly<Record<keyof typeof headers, readonly string[]>> = {
  fromJanus: [headers.fromJanus()],
  fromUser: [headers.fromUser()],
  fromRemoteUser: [headers.fromRemoteUser('Mo@attic')],
  fromAgent: [headers.fromAgent('scout')],
  toMany: [headers.toMany('scout', 'all'), headers.toMany('scout', 'crew')],
  overLink: (['asked', 'converse', 'absorb'] as const).map((one) => headers.overLink('scout', one)),
  fromSeat: [
    headers.fromSeat({ number: 3, name: 'Scout', kind: 'agent' }),
    headers.fromSeat({ number: 3, name: 'Scout', kind: 'agent', utterance: 'utt-1' }),
    headers.fromSeat({ number: 3, name: 'Scout', kind: 'agent', isEarlier: true }),
    headers.fromSeat({ number: 3, name: 'Scout', kind: 'agent', utterance: 'utt-1', isEarlier: true }),
    headers.fromSeat({ number: 4, name: 'Mo', kind: 'user' }),
    headers.fromSeat({ number: 5, name: 'Mo@attic', kind: 'remote user' }),
    headers.fromSeat({ number: null, name: 'Mo', kind: 'user' }),
  ],
  notYourUser: [headers.notYourUser('"Scout" and "Critic"')],
  endOfNotes: [headers.endOfNotes()],
  answers: [headers.answers('msg-1', 'first words')],
  attached: [headers.attached('/ferry/a.png')],
  byRule: [headers.byRule()],
  decides: [headers.decides()],
  answeredFor: [headers.answeredFor('msg-1', 'first words')],
  expects: [headers.expects('msg-1')],
  more: [headers.more(5, 'msg-1', 16)],
  piece: [headers.piece()],
  beat: [headers.beat(1, 3)],
  harvest: [headers.harvest('Friday')],
  heartbeat: [headers.heartbeat('anchor', 'hb-1')],
}
export const everyHeader = Object.values(headerForms).flat()
