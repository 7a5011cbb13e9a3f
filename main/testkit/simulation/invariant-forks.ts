import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import { standingAt } from '../../contract/gatherings/replay.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Commit } from './ledger.ts'
import type { Change } from './circles.ts'
import { must, Watcher } from './invariant.ts'

/** A fork brings what was said in the earlier circle up to its point, to each member once, before the first grant; the earlier one stays as it was. */
export class ForkWatcher extends Watcher {
  committed({ after }: Commit): void {
    const begun = new Set<GatheringId>()
    const came = new Set<string>()
    for (const change of this.ledger.circles.changes) {
      const { was, is } = change
      if (was) for (const agent of newcomers(was, is)) came.add(`${is.id} ${agent}`)
      if (was && was.forks.length !== is.forks.length) unchanged(was, is)
      if (is.forkedFrom === null || was?.stage !== 'convening' || is.stage === 'convening') continue
      begun.add(is.id)
      this.#begins(change, new Set(after.agents.keys()))
    }
    for (const { spoken, to } of this.ledger.news)
      must(
        spoken?.earlier === undefined || begun.has(spoken.gathering) || came.has(`${spoken.gathering} ${to}`),
        'the words of an earlier circle come once',
      )
  }

  #begins({ is }: Change, there: ReadonlySet<string>): void {
    const { forkedFrom: from } = is
    const circle = from && this.ledger.circles.of(from.gathering)
    if (!from || !circle || circle.isDim || circle.last === null) return
    this.ledger.count('forked')
    if (from.begins === 'there') this.ledger.count('forked there')
    const earlier = standingAt(
      [...circle.rows.values()].sort((a, b) => a.n - b.n),
      from.n,
    )
    const isOpen = from.begins === 'there' && !is.sealed
    const wanted = earlier.filter((row) => isWords(row) && (isOpen || !row.sealed))
    if (earlier.some((row) => row.sealed)) this.ledger.count('forked under seal')
    for (const { agent } of [...is.seats, is.harvester]) {
      if (agent === null || !there.has(agent)) continue
      const given = this.ledger.news.filter(
        ({ to, spoken }) => to === agent && spoken?.earlier && spoken.gathering === is.id,
      )
      must(
        given.map(({ body }) => body).join('\n') === wanted.map(({ text }) => text).join('\n'),
        'each member of a fork is given what was said up to there, in order, nothing under seal',
      )
    }
  }
}

const isWords = ({ kind, text }: Utterance): boolean =>
  text !== '' && (kind === 'said' || kind === 'passed' || kind === 'host')

/** But for the line that says what was forked from it. */
function unchanged(was: Gathering, is: Gathering): void {
  const { forks: _before, ...before } = was
  const { forks: _after, ...after } = is
  must(JSON.stringify(before) === JSON.stringify(after), 'a fork changes nothing of the earlier gathering')
}

/** Who takes a seat, or the harvester's place, with a change: these are given the earlier words by themselves. */
function newcomers(was: Gathering, is: Gathering): readonly string[] {
  // Who harvests it after its close may be who was to harvest it before.
  const before = was.stage === 'closed' ? was.seats : [...was.seats, was.harvester]
  const known = new Set(before.map(({ agent }) => agent))
  return [...is.seats, is.harvester].flatMap(({ agent }) =>
    agent === null || known.has(agent) ? [] : [agent],
  )
}
