import { initialSettings } from '../../contract/agents/agent-fields.ts'
import type { Day } from '../../contract/budget/budget.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Link } from '../../contract/links/links.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Agent, Frame, House, Loaded, Outgoing, Turn } from '../../ports/ports.ts'
import { realFolder } from '../folder/folder-identity.ts'
import { readRecord } from './rows.ts'
import type { Statements } from './statements.ts'

/** Reads all that is open. Throws at a record that is damaged. */
export function load(from: Statements): Loaded {
  return {
    agents: from.agents.all().map((row) => complete(readRecord<Agent>(row))),
    messages: from.openMessages.all().map((row) => readRecord<Message>(row)),
    frames: from.openFrames.all().map((row) => readRecord<Frame>(row)),
    turns: from.openTurns.all().map((row) => readRecord<Turn>(row)),
    links: from.openLinks.all().map((row) => readRecord<Link>(row)),
    heartbeats: from.openHeartbeats.all().map((row) => readRecord<Heartbeat>(row)),
    handlers: from.openHandlers.all().map((row) => readRecord<Handler>(row)),
    gatherings: from.openGatherings.all().map((row) => readRecord<Gathering>(row)),
    houses: from.houses.all().map((row) => readRecord<House>(row)),
    outgoing: from.outgoing.all().map((row) => readRecord<Outgoing>(row)),
    day: newestDay(from),
    seq: Number(from.highestSeq.get()?.['seq']),
  }
}

/** Fields that records of earlier versions lack. */
const added: Partial<Agent> = { ...initialSettings, finalWords: 0, worktree: null }

/** Earlier versions kept a folder as it was typed, by which two tabs in one folder were not known to be. */
const complete = (stored: Agent): Agent => ({ ...added, ...stored, cwd: realFolder(stored.cwd) })

function newestDay(from: Statements): Day | null {
  const found = from.newestDay.get()
  return found ? readRecord<Day>(found) : null
}
