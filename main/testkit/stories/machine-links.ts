import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireCrossed, WireLink, WireLinkAct, WireMember, WireSaid } from '../../fleet/contract/wire.ts'
import type { LinkId, LinkMode } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'

/**
 * Links over machines, in the words of a story. Of a link of theirs: `came barn 1 link t1 converse bob@barn scout@attic`
 * tells how it stands, with `used=3`, `closed` or ` for words`; `joins l1` is our user's yes; `came barn 2
 * link.gone t1`. Of one of ours: `came barn 1 link.act l1 bob joined`; `came barn 2 link.said l1 bob 7 words` is what
 * bob's turn 7 ended with, and `l1,l2` what it is told for.
 */
export class MachineLinkWords {
  readonly #untag: (tag: string) => string
  readonly #idOf: (name: string) => AgentId
  readonly #self: () => MachineName
  #crossings = 0

  constructor(untag: (tag: string) => string, idOf: (name: string) => AgentId, self: () => MachineName) {
    this.#untag = untag
    this.#idOf = idOf
    this.#self = self
  }

  body(kind: string, said: string): unknown {
    const [id = '', ...words] = said.split(' ')
    if (kind === 'link') return this.#link(theirs(id), words)
    if (kind === 'link.gone') return { link: theirs(id) }
    const links = id.split(',').map((one) => this.#untag(one) as LinkId)
    const [name = '', what = '', ...rest] = words
    const member: AgentId = `agt-${name}`
    if (kind === 'link.act')
      return { link: links[0] ?? theirs(''), member, act: what as WireLinkAct['act'] } satisfies WireLinkAct
    return {
      links,
      member,
      turn: `trn-${name}${what}`,
      turnNumber: Number(what),
      text: rest.join(' '),
      depth: 1,
      except: [],
    } satisfies WireSaid
  }

  /** `t1:converse`: over their link, as its next crossing; `t1:converse+`: as the one before. */
  crossed(over: string): WireCrossed {
    const [link = '', carriage = ''] = over.split(':')
    if (!carriage.endsWith('+')) this.#crossings += 1
    return {
      link: theirs(link),
      crossing: `crs-${String(this.#crossings)}`,
      turnNumber: this.#crossings,
      carriage: carriage.replace('+', '') as WireCrossed['carriage'],
    }
  }

  #link(link: LinkId, [mode, ...words]: readonly string[]): WireLink {
    const about = words.indexOf('for')
    const named = words.filter((word, at) => word.includes('@') && (about < 0 || at < about))
    const used = words.find((word) => word.startsWith('used='))
    return {
      link,
      mode: mode as LinkMode,
      members: named.map((one) => this.#member(one)),
      muted: [],
      purpose: about < 0 ? null : { name: 'Ann', text: words.slice(about + 1).join(' ') },
      opened: 'Ann',
      budget: 8,
      budgetGranted: 8,
      budgetUsed: Number(used?.slice(5) ?? 0),
      episode: 1,
      stoppedByLoop: false,
      closed: words.includes('closed') ? { name: 'Ann', why: '' } : null,
    }
  }

  #member(named: string): WireMember {
    const [name = '', machine = ''] = named.split('@')
    return { machine, name, id: machine === this.#self() ? this.#idOf(name) : `agt-${name}` }
  }
}

const theirs = (id: string): LinkId => `lnk-${id}`
