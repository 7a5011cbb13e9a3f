import { priorityNames } from '../../main/contract/mail/priorities.ts'
/** Who writes calls so; `any`: seen of several. */
type Model = 'gpt' | 'gemini' | 'qwen' | 'claude' | 'any'

/** A call as a model wrote it, and what is read of it. */
type WrittenCall = readonly [model: Model, tool: string, written: unknown, read: object]

/** A call that is refused, and the words of the refusal. */
type RefusedCall = readonly [model: Model, tool: string, written: unknown, refusal: string]

const send = { target: 'Bea', message: 'Is it green?' }
const beat = { intent: 'check', note: 'Is the build green?' }
const circle = {
  topic: 'Release',
  question: 'Ship it?',
  participants: [{ name: 'Ann' }, { name: 'Bea' }],
  harvester: { name: 'Cal' },
}

/** Calls that differ from what the schemas ask for, and still say one thing. */
export const writtenCalls: readonly WrittenCall[] = [
  // Every optional field is filled with something that says nothing.
  ['gpt', 'send_to_agent', { ...send, priority: '', reply_to: '', link: '', await_seconds: 0 }, { ...send, await_seconds: 0 }],
  ['gpt', 'send_to_agent', { ...send, priority: null, expect_reply: null, await_seconds: null, reply_to: null, link: null, direct: null, close_link: null }, send],
  ['gpt', 'send_to_agent', { ...send, priority: '  ', reply_to: '\n', link: '\u00a0' }, send],
  ['gpt', 'get_session_data', { agent: 'Bea', cursor: 0, limit: 0 }, { agent: 'Bea', cursor: 0 }],
  ['gpt', 'get_session_data', { agent: 'Bea', cursor: null, limit: null }, { agent: 'Bea' }],
  ['gpt', 'read_message', { message_id: 'msg-1', offset: 0 }, { message_id: 'msg-1', offset: 0 }],
  ['gpt', 'notify_user', { text: ' The tests fail. ' }, { text: 'The tests fail.' }],
  ['claude', 'notify_user', { message: 'The tests fail.' }, { text: 'The tests fail.' }],
  ['gpt', 'open_link', { agents: ['Bea'], mode: '', purpose: '' }, { agents: ['Bea'] }],
  ['gpt', 'close_link', { link_id: 'lnk-1', message: '' }, { link_id: 'lnk-1' }],
  ['gpt', 'set_heartbeat', { ...beat, in_seconds: 0, at: '', days: [], about: '' }, { ...beat, days: [] }],
  ['gpt', 'set_heartbeat', { ...beat, in_seconds: 60, at: null, days: null, about: 'Bea' }, { ...beat, in_seconds: 60, about: 'Bea' }],
  ['gpt', 'set_trigger', { on: 'idle', note: 'Review.', about: 'Bea', glob: '', repeats: false }, { on: 'idle', note: 'Review.', about: 'Bea', repeats: false }],
  ['gpt', 'open_tab', { name: 'Dee', role: '', cwd: '', kind: '', model: '', effort: '', colour: '', shape: 0, worktree: false, first_message: '' }, { name: 'Dee', worktree: false }],
  ['gpt', 'open_tab', { name: 'Dee', colour: 0, shape: null }, { name: 'Dee' }],
  ['gpt', 'pass_piece', { to: '' }, {}],
  ['gpt', 'pass_piece', { to: null }, {}],
  ['gpt', 'search_history', { query: 'port', of: '', agent: '', from: '', after: '', before: '', limit: 0, cursor: 0 }, { query: 'port', cursor: 0 }],
  ['gpt', 'read_thread', { message_id: 'msg-1', cursor: null }, { message_id: 'msg-1' }],
  ['gpt', 'start_gathering', { ...circle, user: null, structure: [], rhythm: '' }, circle],
  ['gpt', 'start_gathering', { ...circle, participants: [{ name: 'Ann', number: 0, role: '', spawn: null }] }, { ...circle, participants: [{ name: 'Ann' }] }],
  ['gpt', 'start_gathering', { ...circle, user: { number: null, role: null } }, { ...circle, user: {} }],
  ['gpt', 'start_gathering', { ...circle, harvester: { name: 'Cal', spawn: { cwd: '', model: null } } }, { ...circle, harvester: { name: 'Cal', spawn: {} } }],
  ['gpt', 'list_agents', null, {}],
  ['gpt', 'list_heartbeats', '', {}],
  ['gpt', 'list_agents', '{}', {}],
  // JSON in strings.
  ['qwen', 'send_to_agent', { ...send, expect_reply: 'true', await_seconds: '1' }, { ...send, expect_reply: true, await_seconds: 1 }],
  ['qwen', 'send_to_agent', { ...send, expect_reply: 'True', await_seconds: '0' }, { ...send, expect_reply: true, await_seconds: 0 }],
  ['qwen', 'send_to_agent', { ...send, expect_reply: 'False', await_seconds: 'None' }, { ...send, expect_reply: false }],
  ['qwen', 'send_to_agent', { ...send, expect_reply: 'null', await_seconds: 'null' }, send],
  ['qwen', 'send_to_agent', JSON.stringify(send), send],
  ['qwen', 'send_to_agent', { ...send, direct: 'true', close_link: 'False' }, { ...send, direct: true, close_link: false }],
  ['qwen', 'open_link', { agents: '["Bea", "Cal"]' }, { agents: ['Bea', 'Cal'] }],
  ['qwen', 'open_link', { agents: '["@Bea"]', mode: 'converse' }, { agents: ['Bea'], mode: 'converse' }],
  ['qwen', 'open_link', { agents: 'Bea' }, { agents: ['Bea'] }],
  ['qwen', 'open_link', { agents: ' @Bea ' }, { agents: ['Bea'] }],
  ['qwen', 'set_heartbeat', { ...beat, in_seconds: '300' }, { ...beat, in_seconds: 300 }],
  ['qwen', 'set_heartbeat', { ...beat, intent: 'schedule', at: '09:30', days: '["mon", "tue"]' }, { ...beat, intent: 'schedule', at: '09:30', days: ['mon', 'tue'] }],
  ['qwen', 'set_heartbeat', { ...beat, intent: 'schedule', at: '09:30', days: 'mon' }, { ...beat, intent: 'schedule', at: '09:30', days: ['mon'] }],
  ['qwen', 'get_session_data', { agent: 'Bea', limit: '5', cursor: ' 12 ' }, { agent: 'Bea', limit: 5, cursor: 12 }],
  ['qwen', 'search_history', { query: 'port', limit: '0', cursor: '20' }, { query: 'port', cursor: 20 }],
  ['qwen', 'open_tab', { name: 'Dee', colour: '3', shape: 'ring', worktree: 'true' }, { name: 'Dee', colour: 3, shape: 'ring', worktree: true }],
  ['qwen', 'start_gathering', { ...circle, structure: '[1, 1, 1]' }, { ...circle, structure: [1, 1, 1] }],
  ['claude', 'start_gathering', { ...circle, participants: '[{"name": "Ann"}, {"name": "Bea"}]', harvester: '{"name": "Cal"}' }, circle],
  ['claude', 'start_gathering', { ...circle, participants: [{ name: 'Ann', number: '1', spawn: '{}' }] }, { ...circle, participants: [{ name: 'Ann', number: 1, spawn: {} }] }],
  ['claude', 'start_gathering', { ...circle, structure: ['2', '2', '1'], user: '{}' }, { ...circle, structure: [2, 2, 1], user: {} }],
  ['claude', 'open_link', { agents: '[\n  "Bea"\n]' }, { agents: ['Bea'] }],
  ['gemini', 'send_to_agent', { ...send, await_seconds: '30.0', expect_reply: 'TRUE' }, { ...send, await_seconds: 30, expect_reply: true }],
  ['gemini', 'get_session_data', { agent: 'Bea', limit: 5.0, cursor: '3.0' }, { agent: 'Bea', limit: 5, cursor: 3 }],
  ['gemini', 'list_agents', { unused: null }, {}],
  // Names as in a mention.
  ['any', 'send_to_agent', { ...send, target: '@Bea' }, send],
  ['any', 'send_to_agent', { ...send, target: ' @ Bea ' }, send],
  ['any', 'send_to_agent', { ...send, target: '@all' }, { ...send, target: 'all' }],
  ['any', 'send_to_agent', { ...send, target: '@Bea@attic' }, { ...send, target: 'Bea@attic' }],
  ['any', 'get_session_data', { agent: '@Bea' }, { agent: 'Bea' }],
  ['any', 'set_heartbeat', { ...beat, in_seconds: 60, about: '@Bea' }, { ...beat, in_seconds: 60, about: 'Bea' }],
  ['any', 'pass_piece', { to: '@Bea' }, { to: 'Bea' }],
  ['any', 'open_tab', { name: '@Dee' }, { name: 'Dee' }],
  ['any', 'search_history', { query: '@Bea', from: '@Bea', agent: '@Ann' }, { query: '@Bea', from: 'Bea', agent: 'Ann' }],
  ['any', 'start_gathering', { ...circle, participants: [{ name: '@Ann' }, { name: '@Bea' }], harvester: { name: '@Cal' } }, circle],
  // An agent by its session.
  ['any', 'send_to_agent', { session_id: 'agt-bea0000000', message: 'Is it green?' }, { ...send, target: 'agt-bea0000000' }],
  ['any', 'get_session_data', { session_id: '@Bea', limit: 5 }, { agent: 'Bea', limit: 5 }],
  ['any', 'open_link', { agent_id: 'agt-bea0000000' }, { agents: ['agt-bea0000000'] }],
  ['any', 'set_heartbeat', { ...beat, in_seconds: 60, session_id: 'Bea' }, { ...beat, in_seconds: 60, about: 'Bea' }],
  // Fields under the names that they had before.
  ['any', 'reply_to_agent', { ticket_id: 'msg-1', message: 'Yes.' }, { message_id: 'msg-1', message: 'Yes.' }],
  ['any', 'reply_to_agent', '{"ticket_id": "msg-1", "message": "Yes."}', { message_id: 'msg-1', message: 'Yes.' }],
  ['any', 'read_thread', { thread_id: 'msg-1' }, { message_id: 'msg-1' }],
  ['any', 'add_task', { title: 'Look', waits_for: '["tsk-1"]' }, { title: 'Look', waits_for: ['tsk-1'] }],
  ['any', 'list_tasks', null, {}],
  ['any', 'claim_task', { task_id: 'tsk-1' }, { task_id: 'tsk-1' }],
  ['any', 'finish_task', { task_id: 'tsk-1', give_back: 'true' }, { task_id: 'tsk-1', give_back: true }],
  ['any', 'keep_heartbeat', { heartbeat_id: 'hb-1' }, { timer_id: 'hb-1' }],
  ['any', 'cancel_heartbeat', { heartbeat_id: 'hb-1' }, { timer_id: 'hb-1' }],
  ['any', 'start_gathering', { ...circle, human: '{}' }, { ...circle, user: {} }],
  // Words stay as they are, whatever they look like.
  ['any', 'send_to_agent', { ...send, message: '["Bea"]' }, { ...send, message: '["Bea"]' }],
  ['any', 'send_to_agent', { ...send, message: '@Bea true null' }, { ...send, message: '@Bea true null' }],
  ['any', 'reply_to_agent', { message_id: 'msg-1', message: 'false' }, { message_id: 'msg-1', message: 'false' }],
  ['any', 'reply_to_agent', { message_id: 'msg-1', message: ' 7 ' }, { message_id: 'msg-1', message: ' 7 ' }],
  ['any', 'open_tab', { name: 'Dee', role: 'true', effort: '3' }, { name: 'Dee', role: 'true', effort: '3' }],
  ['any', 'send_to_agent', { ...send, message: 'a\ud800b' }, { ...send, message: 'a\ufffdb' }],
  ['any', 'open_link', { agents: String.raw`["a\ud800"]` }, { agents: ['a\ufffd'] }],
] // prettier-ignore

const priorities = priorityNames.map((name) => `"${name}"`).join(' or ')

/** Calls that say something else than the schemas allow, or nothing where something is needed. */
export const refusedCalls: readonly RefusedCall[] = [
  ['gpt', 'send_to_agent', { ...send, priority: 'medium' }, `"priority" must be ${priorities}, or left out.`],
  ['gpt', 'send_to_agent', { ...send, priority: 'High' }, `"priority" must be ${priorities}, or left out.`],
  ['gpt', 'send_to_agent', { ...send, link: 'none' }, '"link" must be "answers" or "converse" or "absorb", or left out.'],
  ['gpt', 'send_to_agent', { ...send, expect_reply: 'yes' }, '"expect_reply" must be true or false.'],
  ['gpt', 'send_to_agent', { ...send, expect_reply: 1 }, '"expect_reply" must be true or false.'],
  ['gpt', 'send_to_agent', { ...send, await_seconds: 'soon' }, '"await_seconds" must be a number.'],
  ['gpt', 'send_to_agent', { ...send, await_seconds: -1 }, '"await_seconds" must be at least 0.'],
  ['gpt', 'send_to_agent', { target: 'Bea', message: null }, '"message" is missing (string).'],
  ['gpt', 'send_to_agent', { target: '@', message: '  ' }, '"target" must not be empty; "message" must not be empty.'],
  ['gpt', 'send_to_agent', null, '"target" is missing (string); "message" is missing (string).'],
  ['gpt', 'send_to_agent', { ...send, body: 'x' }, 'There is no field "body" here, only target, message, priority, expect_reply, await_seconds, reply_to, link, direct, close_link.'],
  ['gpt', 'send_to_agent', { ...send, session_id: 'Cal' }, 'There is no field "session_id" here, only target, message, priority, expect_reply, await_seconds, reply_to, link, direct, close_link.'],
  ['gpt', 'send_to_agent', { session_id: '', message: 'x' }, '"target" must not be empty.'],
  ['gpt', 'list_agents', { session_id: 'Bea' }, 'There is no field "session_id" here: it takes none.'],
  ['gpt', 'send_to_agent', { ...send, target: ['Bea'] }, '"target" must be a string.'],
  ['gemini', 'send_to_agent', { ...send, message: 7 }, '"message" must be a string.'],
  ['gemini', 'send_to_agent', [send], 'The request must be an object.'],
  ['gemini', 'send_to_agent', '{"target": "Bea"', 'The request must be an object.'],
  ['gemini', 'list_agents', { verbose: true }, 'There is no field "verbose" here: it takes none.'],
  ['qwen', 'open_link', { agents: 'Bea, Cal' }, '"agents" must be a list, such as ["a", "b"].'],
  ['qwen', 'open_link', { agents: '["Bea"' }, '"agents" must be a list, such as ["a", "b"].'],
  ['qwen', 'open_link', { agents: '' }, '"agents" is missing (a list, such as ["a", "b"]).'],
  ['qwen', 'open_link', { agents: [] }, '"agents" must have at least 1.'],
  ['qwen', 'open_link', { agents: ['Bea', 7] }, '"agents.1" must be a string.'],
  ['qwen', 'get_session_data', { agent: 'Bea', limit: '2.5' }, '"limit" must be a whole number.'],
  ['qwen', 'get_session_data', { agent: 'Bea', limit: '50' }, '"limit" must be at most 20.'],
  ['qwen', 'set_heartbeat', { ...beat, intent: '', in_seconds: 60 }, '"intent" must be "anchor" or "check" or "wait" or "schedule".'],
  ['qwen', 'set_heartbeat', { ...beat, in_seconds: '5m' }, '"in_seconds" must be a number.'],
  ['qwen', 'set_heartbeat', { ...beat, intent: 'schedule', days: ['Monday'] }, '"days.0" must be "mon" or "tue" or "wed" or "thu" or "fri" or "sat" or "sun".'],
  ['claude', 'start_gathering', { ...circle, harvester: 'Cal' }, '"harvester" must be an object.'],
  ['claude', 'start_gathering', { ...circle, participants: ['Ann'] }, '"participants.0" must be an object.'],
  ['claude', 'start_gathering', { ...circle, participants: [{ agent: 'Ann' }] }, '"participants.0.name" is missing (string); There is no field "agent" here, only name, number, role, spawn.'],
  ['claude', 'start_gathering', { ...circle, structure: [2, 2] }, '"structure" must have at least 3.'],
  ['any', 'reply_to_agent', { ticket_id: 'msg-1', message_id: 'msg-2', message: 'Yes.' }, 'There is no field "ticket_id" here, only message_id, message.'],
  ['claude', 'open_tab', { name: 'Dee', colour: 9 }, '"colour" must be at most 8.'],
  ['claude', 'open_tab', { name: 'Dee', shape: true }, '"shape" has a value that it cannot have.'],
  ['claude', 'search_history', { query: 'x', of: 'all' }, '"of" must be "words" or "work", or left out.'],
  ['claude', 'search_history', { query: ' ' }, '"query" must not be empty.'],
] // prettier-ignore
