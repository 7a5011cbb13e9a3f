/** A request that is as it should be; the user's if nobody is named. */
interface Good {
  readonly target: string
  readonly body?: object
  readonly as?: 'Bob'
  /** Heavy shapes are tried on another route with the same handler. */
  readonly isLight?: true
}

/** Where a gathering is. */
export const circle = '/api/gatherings/gat-0000000001'
/** Where a card of its harvest is. */
export const card = `${circle}/cards/hcd-0000000001`
const plan = {
  topic: 'Names',
  question: 'Which?',
  structure: [1, 1, 1],
  idempotencyKey: 'k',
  participants: [
    { agent: 'Ann', role: 'doubts' },
    { agent: 'Bob', number: 3 },
  ],
  harvester: { name: 'Pen', spawn: {} },
  user: { number: 2 },
  maxCost: 1.5,
  sealed: false,
}
/** The verbs of the user's hand share a handler: `start` stands for them where a shape is heavy. */
const verbs = ['dismiss', 'note', 'hand', 'take', 'pause', 'hold', 'resume', 'skip', 'extend', 'open', 'here']
const goodForGatherings: Record<string, Good> = {
  'POST /gatherings': { target: '/api/gatherings', body: plan },
  'POST /gatherings/preview': { target: '/api/gatherings/preview', body: plan },
  'GET /gatherings': { target: '/api/gatherings?state=all&limit=5&cursor=0' },
  'GET /gatherings/:id': { target: circle },
  'POST /gatherings/:id/fork': { target: `${circle}/fork`, body: { utterance: 'utt-0000000001' } },
  'GET /gatherings/:id/replay': { target: `${circle}/replay?step=3` },
  'GET /gatherings/:id/export': { target: `${circle}/export` },
  'POST /gatherings/:id/say': { target: `${circle}/say`, body: { text: 'Well.', to: 'Bob', keep: true } },
  'POST /gatherings/:id/join': { target: `${circle}/join`, body: { agent: 'Bob', role: 'x' } },
  'POST /gatherings/:id/harvester': { target: `${circle}/harvester`, body: { name: 'Pen', spawn: {} } },
  'POST /gatherings/:id/pass': { target: `${circle}/pass`, body: { to: 'Bob' } },
  'POST /gatherings/pass': { target: '/api/gatherings/pass', as: 'Bob', body: { turnId: 'grt-0000000001' } },
  'POST /gatherings/:id/start': { target: `${circle}/start`, body: { text: 'x', to: 'Bob' } },
  'POST /gatherings/:id/close': { target: `${circle}/close`, body: {} },
  ...Object.fromEntries(
    verbs.map((verb) => [
      `POST /gatherings/:id/${verb}`,
      { target: `${circle}/${verb}`, body: {}, isLight: true },
    ]),
  ),
  'GET /gatherings/:id/cards/:card': { target: card },
  'POST /gatherings/:id/cards/:card': { target: card, body: { decision: 'file', hash: 'h' } },
  'GET /rhythms': { target: '/api/rhythms' },
  'POST /rhythms': {
    target: '/api/rhythms',
    body: { name: 'mine', structure: [1, 2, 1], beatsPerTurn: 2, beatIntervalSeconds: 30 },
  },
}

const goodForMany: Record<string, Good> = {
  'GET /groups': { target: '/api/groups' },
  'POST /groups': { target: '/api/groups', body: { name: 'Crew', members: ['Ann'] } },
  'PATCH /groups/:group': { target: '/api/groups/Crew', body: { members: ['Bob'] } },
  'DELETE /groups/:group': { target: '/api/groups/Crew' },
  'POST /groups/:group/message': {
    target: '/api/groups/all/message',
    body: { message: 'hello', expectReply: true, idempotencyKey: 'k' },
  },
  'GET /roles': { target: '/api/roles' },
  'POST /roles': {
    target: '/api/roles',
    body: { role: { name: 'Pilot', line: 'steers', effort: 'high', instructions: 'Steer.' } },
  },
  'DELETE /roles/:role': { target: '/api/roles/Critic' },
  'POST /roles/restore': { target: '/api/roles/restore', body: { role: 'Critic' } },
  'POST /notices': { target: '/api/notices', as: 'Bob', body: { text: 'The tests fail.' } },
  'POST /tabs': { target: '/api/tabs', as: 'Bob', body: { name: 'Cat', colour: 'iris', firstMessage: 'x' } },
  'POST /tabs/:id/open': { target: '/api/tabs/tab-0000000001/open', body: { name: 'Cat' } },
  'POST /tabs/:id/refuse': { target: '/api/tabs/tab-0000000001/refuse', body: { words: 'no' } },
}

/** A good request for every live route: one that is not in this table fails `hostile.test.ts`. */
export const good: Record<string, Good> = {
  'GET /agents': { target: '/api/agents' },
  'POST /agents': { target: '/api/agents', body: { name: 'Cat' } },
  'PATCH /agents/:agent': { target: '/api/agents/Ann', body: { role: 'tester' } },
  'POST /agents/:agent/reopen': { target: '/api/agents/Ann/reopen', body: {} },
  'POST /agents/:agent/restart': { target: '/api/agents/Ann/restart', body: {} },
  'POST /agents/:agent/interrupt': { target: '/api/agents/Ann/interrupt', body: {} },
  'DELETE /agents/:agent': { target: '/api/agents/Ann?forever=true' },
  'POST /attachments': { target: '/api/attachments', body: { name: 'a.png', data: 'iVBORw0KGgo=' } },
  'POST /agents/:agent/message': { target: '/api/agents/Bob/message', body: { message: 'hello' } },
  'POST /updates/check': { target: '/api/updates/check', body: {} },
  'POST /updates/restart': { target: '/api/updates/restart', body: { when: 'never' } },
  'POST /stop': { target: '/api/stop', body: {} },
  'POST /go-on': { target: '/api/go-on', body: {}, isLight: true },
  'GET /refused': { target: '/api/refused?cursor=9&limit=5' },
  'GET /budget': { target: '/api/budget' },
  'GET /costs': { target: '/api/costs?days=7&before=2026-11-24' },
  'PATCH /budget': { target: '/api/budget', body: { day: { usd: 5 } } },
  'POST /budget/go-on': { target: '/api/budget/go-on', body: { of: 'day', usd: 2 } },
  'POST /links/preview': { target: '/api/links/preview', body: { members: ['Ann', 'Bob'] } },
  'POST /programs/:kind': { target: '/api/programs/claude', body: {} },
  'DELETE /programs/:kind': { target: '/api/programs/claude' },
  'GET /about': { target: '/api/about' },
  'GET /licences': { target: '/api/licences' },
  'GET /status': { target: '/api/status' },
  'GET /processes': { target: '/api/processes' },
  'GET /fleet': { target: '/api/fleet' },
  'POST /fleet': { target: '/api/fleet', body: { name: 'attic', address: 'attic.local:4222' } },
  'POST /fleet/machines': { target: '/api/fleet/machines', body: { name: 'barn', out: '/tmp/barn.json' } },
  'POST /fleet/join': { target: '/api/fleet/join', body: { file: '/tmp/barn.json' } },
  'POST /agents/:agent/seat': { target: '/api/agents/Ann/seat', body: { take: true } },
  'GET /agents/:agent/written': { target: '/api/agents/Ann/written?limit=5&cursor=9' },
  'POST /fleet/circles/:circle/seat': {
    target: '/api/fleet/circles/gat-0123456789@barn/seat',
    body: { take: true },
  },
  'GET /fleet/circles/:circle/words': {
    target: '/api/fleet/circles/gat-0123456789@barn/words?limit=5&cursor=9',
  },
  'POST /fleet/circles/:circle/say': {
    target: '/api/fleet/circles/gat-0123456789@barn/say',
    body: { turn: 'msg-0123456789', text: 'Nine thousand and ninety.' },
  },
  'POST /fleet/circles/:circle/seen': {
    target: '/api/fleet/circles/gat-0123456789@barn/seen',
    body: {},
  },
  'DELETE /fleet/machines/:name': { target: '/api/fleet/machines/barn' },
  'GET /backups': { target: '/api/backups' },
  'POST /backups': { target: '/api/backups', body: { path: '/tmp/ferry.db' } },
  'GET /conversations': { target: '/api/conversations?kind=other&folder=/ferry&q=zebra&limit=5&cursor=0' },
  'POST /conversations/:id/open': {
    target: '/api/conversations/con-0000000001/open',
    body: { name: 'Ferry', original: true },
  },
  'POST /agents/:agent/fork': { target: '/api/agents/Ann/fork', body: { n: 3, edit: true } },
  'POST /agents/:agent/undo-files': { target: '/api/agents/Ann/undo-files', body: { n: 3, do: false } },
  'GET /agents/:agent/changes': { target: '/api/agents/Ann/changes?span=turn&n=3' },
  'GET /agents/:agent/changes/file': {
    target: '/api/agents/Ann/changes/file?span=conversation&path=src%2Ffares.js',
  },
  'POST /agents/:agent/changes/revert': {
    target: '/api/agents/Ann/changes/revert',
    body: { span: 'commit', path: 'src/fares.js', hash: '0'.repeat(64) },
  },
  'POST /agents/:agent/changes/put-back': {
    target: '/api/agents/Ann/changes/put-back',
    body: { copy: '1767225601000-f04711c4' },
  },
  'GET /worktrees/plan': { target: '/api/worktrees/plan?folder=%2Fferry&name=Dan' },
  'GET /agents/:agent/worktree': { target: '/api/agents/Ann/worktree' },
  'POST /agents/:agent/worktree/bring-back': {
    target: '/api/agents/Ann/worktree/bring-back',
    body: { commit: true },
  },
  'POST /agents/:agent/worktree/throw-away': {
    target: '/api/agents/Ann/worktree/throw-away',
    body: { hash: '0'.repeat(64) },
  },
  'GET /settings': { target: '/api/settings' },
  'PATCH /settings': { target: '/api/settings', body: { theme: 'dark' } },
  'GET /history': { target: '/api/history?q=ferry&agent=Ann&author=user&after=2026-01-01&limit=5&cursor=0' },
  'GET /timeline': { target: '/api/timeline?kinds=card&agent=Ann&q=ferry&limit=5&cursor=9' },
  'GET /timeline/export': { target: '/api/timeline/export?format=md&since=2026-11-24' },
  'GET /agents/:id/export': { target: '/api/agents/agt-0000000001/export?format=json&tools=whole&cursor=0' },
  'GET /links/:id/export': { target: '/api/links/lnk-0000000001/export' },
  'GET /fleet/circles/:id/export': { target: '/api/fleet/circles/gat-0000000001@barn/export?format=md' },
  'GET /threads/:id/export': { target: '/api/threads/msg-0000000001/export?format=md' },
  'GET /agents/:agent/transcript': { target: '/api/agents/Ann/transcript?cursor=9&limit=5' },
  'POST /links': { target: '/api/links', body: { members: ['Ann', 'Bob'], mode: 'converse', budget: 4 } },
  'GET /links': { target: '/api/links?state=all&limit=5&cursor=0' },
  'PATCH /links/:id': { target: '/api/links/lnk-0000000001', body: { mode: 'absorb', extend: true } },
  'DELETE /links/:id': { target: '/api/links/lnk-0000000001' },
  'POST /links/:id/close': {
    target: '/api/links/lnk-0000000001/close',
    body: { message: 'bye', idempotencyKey: 'k' },
  },
  'GET /links/:id/crossings': { target: '/api/links/lnk-0000000001/crossings?limit=5&cursor=9' },
  'POST /heartbeats': {
    target: '/api/heartbeats',
    body: { agent: 'Ann', intent: 'check', note: 'look', inSeconds: 60, about: 'Bob', idempotencyKey: 'k' },
  },
  'GET /heartbeats': { target: '/api/heartbeats?agent=Ann' },
  'PATCH /heartbeats/:id': { target: '/api/heartbeats/hb-0000000001', body: { action: 'pause' } },
  'DELETE /heartbeats/:id': { target: '/api/heartbeats/hb-0000000001' },
  'GET /tasks': { target: '/api/tasks?state=open' },
  'POST /tasks': {
    target: '/api/tasks',
    body: {
      title: 'Write the parser',
      detail: 'For dates',
      waitsFor: ['tsk-0000000001'],
      idempotencyKey: 'k',
    },
  },
  'PATCH /tasks/:id': { target: '/api/tasks/tsk-0000000001', body: { action: 'claim' } },
  'GET /agents/:agent/handlers': { target: '/api/agents/Ann/handlers' },
  'POST /agents/:agent/handlers': {
    target: '/api/agents/Ann/handlers',
    body: { name: 'Away', on: true, when: { from: ['Bob'] }, then: { kind: 'respond', text: 'Later.' } },
  },
  'POST /agents/:agent/handlers/try': {
    target: '/api/agents/Ann/handlers/try',
    body: { when: { question: 'yes' }, then: { kind: 'hold' } },
  },
  'PATCH /agents/:agent/handlers/:id': {
    target: '/api/agents/Ann/handlers/hdl-0000000001',
    body: { name: 'Away', on: false, place: 0 },
  },
  'DELETE /agents/:agent/handlers/:id': { target: '/api/agents/Ann/handlers/hdl-0000000001' },
  'POST /messages/:id/deliver-anyway': { target: '/api/messages/msg-0000000001/deliver-anyway', body: {} },
  ...goodForGatherings,
  ...goodForMany,
  'GET /messages/:id': { target: '/api/messages/msg-0000000001?offset=0' },
  'GET /tickets': { target: '/api/tickets?state=open&limit=5&cursor=0' },
  'GET /tickets/:id': { target: '/api/tickets/msg-0000000001' },
  'POST /replies': {
    target: '/api/replies',
    as: 'Bob',
    body: { ticketId: 'msg-0000000001', payload: 'yes', metadata: { a: 'b' }, idempotencyKey: 'k' },
  },
  'GET /replies/:id': { target: '/api/replies/msg-0000000001?waitMs=0' },
  'GET /threads/:id': { target: '/api/threads/msg-0000000001?limit=5&cursor=0' },
}
