import { expect } from 'vitest'
import { tell } from './tell-world.ts'

/** Times per run that a path must be taken at least, so that the simulation does not idle. */
const often: Readonly<Record<string, number>> = {
  sent: 7,
  'sent by the person': 2,
  'prompts read': 5,
  'own turns': 0.075,
  awaits: 0.35,
  batched: 2,
  cards: 0.35,
  copies: 0.051,
  'folder decided': 0.13,
  'process renewed': 0.031,
  'fell asleep': 2,
  woke: 3,
  'more awake than wished': 11,
  'a day passes': 0.12,

  'at idle: low': 0.047,
  'at idle: normal': 0.57,
  'at idle: high': 0.2,
  'at idle: urgent': 0.034,
  'at asleep: low': 0.34,
  'at asleep: normal': 0.76,
  'at asleep: high': 0.19,
  'at asleep: urgent': 0.14,
  'at composing: low': 0.078,
  'at composing: normal': 0.36,
  'at composing: high': 0.1,
  'at composing: urgent': 0.044,
  'at working: low': 0.031,
  'at working: normal': 0.36,
  'at working: high': 0.045,
  'at working: urgent': 0.027,
  'at conversing: low': 0.051,
  'at conversing: normal': 0.32,
  'at conversing: high': 0.07,
  'at conversing: urgent': 0.025,
  'at asking: low': 0.03,
  'at asking: normal': 0.2,
  'at asking: high': 0.07,
  'at asking: urgent': 0.015,

  'mail begin': 4,
  'mail fold': 0.61,
  'mail interject': 0.089,
  'mail note': 0.16,
  'nudge begin': 0.9,
  'resume begin': 0.085,
  'reminder begin': 0.15,
  'fold after patience': 0.66,
  'fold of high': 0.16,
  'fold by hand': 0.14,
  'interject by policy': 0.059,
  'interject with the person': 0.05,
  'interject by hand': 0.0091,
  'ahead by hand': 0.35,
  'ahead by priority': 0.91,
  interrupted: 0.087,
  resumed: 0.085,
  'mail asks the person': 0.47,
  'mail is put off': 0.16,

  'held for loop': 0.26,
  'held for consent': 0.51,
  'held for policy': 0.67,
  'held for interrupted': 0.003,
  'held for paused': 0.1,

  'message held': 1,
  'message queued': 8,
  'message withdrawn': 0.1,
  'message dropped': 0.26,
  'message expired': 0.076,
  'message undeliverable': 0.16,
  'message answered': 7,

  'way began': 6,
  'way folded': 0.5,
  'way interjected': 0.14,
  'way absorbed': 1,
  'way awaited': 0.047,

  'await over by reply': 0.047,
  'await over by mail': 0.023,
  'await over by peer': 0.049,
  'await over by over': 0.0067,
  'answer to a call lost': 0.004,
  'await over by time': 0.2,

  'ticket answered': 0.82,
  'ticket held': 0.22,
  'ticket expired': 0.076,
  'ticket dropped': 0.015,
  'ticket withdrawn': 0.009,
  'ticket undeliverable': 0.002,
  'ticket reminded': 0.17,
  replies: 0.38,
  'implicit replies': 0.44,

  'frame mail locating': 0.75,
  'frame mail unfinished': 0.75,
  'frame nudge locating': 0.42,
  'frame resume locating': 0.001,
  'frame reminder locating': 0.001,
  'broken off: died': 0.79,
  'broken off: login': 0.036,
  'broken off: interjected': 0.087,
  'broken off: error': 0.16,
  'tried again': 0.091,

  'link opened': 0.8,
  'link opened again': 0.004,
  'link closed': 0.15,
  'link extended': 0.08,
  'link stilled': 0.002,
  'member left': 0.02,
  'episode begun': 0.5,
  'budget used up': 0.3,
  'rules told': 2,
  crossing: 4,
  'crossing absorb': 2.5,
  'crossing asked': 0.8,
  'crossing converse': 1.4,
  'crossing paused': 0.12,
  'crossing silent': 1,

  'gathering running': 0.2,
  'closed: spoken': 0.15,
  'closed: deserted': 0.03,
  'asked: grant': 1,
  'asked: final': 0.25,
  harvested: 0.13,
  'piece moved: by phrase': 0.4,
  'piece moved: by tool': 0.3,
  'piece moved: its time was up': 0.45,
  'piece moved: its holder left': 0.02,
  'row said': 1.5,
  'row missed': 0.5,
  'restarted with the piece': 0.04,

  'set anchor': 1.4,
  'set check': 0.7,
  'set wait': 0.8,
  'fired anchor': 2.5,
  'fired check': 0.5,
  'fired wait': 0.5,
  'fired late': 0.25,
  'woke for a timer': 0.5,
  'two anchors in a row': 1.2,
  'twelve in a row': 0.001,
  'anchor before mail': 0.04,
  'heartbeat begin': 3.5,
  'heartbeat paused': 0.06,
  'heartbeat resting': 1.5,
  'heartbeat held': 0.01,
  'heartbeat discarded': 0.1,
  'heartbeat replaced': 0.2,
  'heartbeat cancelled': 0.2,
  'frame heartbeat locating': 0.05,
  'frame heartbeat unfinished': 0.1,
}

/** Tells the worlds of many seeds; fails with the story of the first that breaks a promise, or if a path is rare. */
export function tellMany(first: number, runs: number): void {
  // Refusals are part of the story, and nobody asks where they were thrown.
  Error.stackTraceLimit = 0
  const counts: Record<string, number> = {}
  for (let seed = first; seed < first + runs; seed++) {
    const { world, broken } = tell(seed)
    if (broken) {
      Error.stackTraceLimit = 10
      throw new Error(
        `seed ${String(seed)}: ${broken.message}\n${tell(seed, true).world.log.slice(-60).join('\n')}`,
      )
    }
    for (const [what, count] of Object.entries(world.watch.counts)) counts[what] = (counts[what] ?? 0) + count
  }
  for (const [what, least] of Object.entries(often)) {
    expect.soft((counts[what] ?? 0) / runs, what).toBeGreaterThan(least)
  }
}
