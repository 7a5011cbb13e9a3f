import { fileCounts } from '../../contract/edits/edits.ts'
import { editWords } from '../../contract/edits/edit-words.ts'
import type { Extension } from '../extensions.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Step } from '../step/step.ts'
import { quotable } from '../words/prompts.ts'
import { concernedBy, filesOf, keepFiles, pathFrom } from './agent-files.ts'
import { claimFiles, endClaims } from './claims.ts'
import { claimsChanged, endShared, unshare, share } from './shared-files.ts'

/** Tells agents that edit a file which another has changed or claimed, and the other too. */
export const edits: Extension = {
  commands: {
    'edit.begun': beginEdit,
    'files.edited': noteEdited,
    'files.settled': forgetEdited,
    'files.claimed': claimFiles,
  },
  reactions: {
    'agent.closed': (step, { agent }) => {
      if (step.get(agent).agent.files) keepFiles(step, agent, { edited: [] })
    },
    'agent.deleted': (step, { agent }) => {
      for (const { with: other } of filesOf(step.get(agent)).shared) unshare(step, agent, other, () => true)
    },
  },
  tend: (step, id) => {
    endClaims(step, id)
    endShared(step, id)
  },
  timesOfAgent: ({ files }) => files?.claims.map(({ until }) => until) ?? [],
}

const gone = refuse('unauthorized', 'The agent is gone.')

/** Before an edit: names the other agents that it concerns; the user may be asked for the same reason. */
function beginEdit(step: Step, { agent: id, paths }: EventOf<'edit.begun'>): Answer {
  const state = step.find(id)
  if (!state || state.agent.closedAt !== null) return gone
  const reasons: string[] = []
  const news: string[] = []
  const told: string[] = []
  for (const { other, path, why } of concernedBy(step.agents(), id, paths, step.now)) {
    const { id: peer, name } = other.agent
    const file = pathFrom(state.agent.cwd, path)
    const reason = `${editWords(why, name, file)}.`
    reasons.push(reason)
    if (!share(step, id, { path, with: peer, why }, 'now')) continue
    news.push(`${editWords(why, `"${quotable(name)}"`, quotable(file))}.`)
    told.push(reason)
  }
  if (told.length > 0) step.note(id, { kind: 'sharedFiles', words: told.join(' ') })
  const words = news.length === 0 ? '' : [...news, howToShare].join('\n')
  return { kind: 'edit', words, reason: reasons.join(' ') }
}

const howToShare =
  'Nothing is locked. Read the file as it is now, keep what others changed, and write to them first if your edits would meet.'

function noteEdited(step: Step, { agent: id, paths }: EventOf<'files.edited'>): Answer {
  const state = step.find(id)
  if (!state || state.agent.closedAt !== null) return gone
  const others = filesOf(state).edited.filter((path) => !paths.includes(path))
  keepFiles(step, id, { edited: [...others, ...new Set(paths)].slice(-fileCounts.edited) })
  claimsChanged(step, id, paths)
  for (const { other, path, why } of concernedBy(step.agents(), id, paths, step.now))
    share(step, id, { path, with: other.agent.id, why }, 'later')
  return { kind: 'done' }
}

function forgetEdited(step: Step, { agent: id, paths }: EventOf<'files.settled'>): Answer {
  const state = step.find(id)
  if (!state) return gone
  keepFiles(step, id, { edited: filesOf(state).edited.filter((path) => !paths.includes(path)) })
  return { kind: 'done' }
}
