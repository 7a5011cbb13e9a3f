import { after, crew, during } from '../domain/crew.ts'
import type { Surroundings } from '../domain/janus.ts'
import { ago } from '../still.ts'
import { refuses, type StoryPlay, type Stories } from '../play.ts'
import { running, talk, work } from './said.ts'
import { tooOld } from './start.ts'

/** Builder's program can't start after a restart. */
function refused(why: 'folder' | 'backend', detail: string, app: Surroundings = {}): StoryPlay {
  return {
    app,
    story: after([work], async (world) => {
      await world.ask('agents.stop', { agent: 'Builder' })
      world.programs.refusal = { why, detail }
      await world.ask('agents.restart', { agent: 'Builder' })
    }),
  }
}

/** Builder's process does not respond. */
const healthWarning = (warning: 'quiet' | 'suspended'): StoryPlay => ({
  story: during(running, (world) => world.fact('Builder', { type: 'process.health', warning })),
})

const withApp = (app: Surroundings): StoryPlay => ({ app, story: after([work]) })
const megabytes = 1024 * 1024
const state = { of: 'state', path: '/home/mo/.janus', least: 100 * megabytes } as const

/** The connection to main is lost. */
const lost = (line: 'lost' | 'signedOut'): StoryPlay => ({
  story: after([work]),
  line,
  act: async (hand) => void (await hand.see('[data-part=connection]')),
})

/** A toast with an undo, and one with an error. */
export async function toasts(): Promise<void> {
  const { toast } = await import('../../state/view-store.ts')
  toast('changelog was closed.', { action: { label: 'Undo', run: () => undefined } })
  toast('No agent has that name. There are: Scout, Builder, Critic.', { isError: true })
}

export const troublePlays: Stories = {
  'trouble-stopped': { story: after([work], (world) => world.ask('agents.stop', { agent: 'Builder' })) },
  'trouble-quiet': healthWarning('quiet'),
  'trouble-suspended': healthWarning('suspended'),
  'trouble-database': withApp({
    notices: [
      '2026-11-24 09:29 UTC: Janus did not shut down properly and its database log was damaged. The newest messages may be missing or out of date. Nothing was deleted: what was found is at /home/mo/.janus/janus.db-wal.damaged-1.',
      '2026-11-24 09:29 UTC: Indexes of the database were damaged and have been rebuilt. They hold no messages.',
      '2026-11-24 09:30 UTC: Janus crashed (TypeError: Cannot read properties of undefined) and restarted from what was saved. The full error is in /home/mo/.janus/janus.log.',
    ],
  }),
  'trouble-disk-low': withApp({
    disk: [
      { kind: 'room', ...state, free: 640 * megabytes },
      { kind: 'slow', path: state.path, slow: 4, of: 10, limit: 500, longest: 2300 },
    ],
  }),
  'trouble-disk-full': withApp({ disk: [{ kind: 'room', ...state, free: 61 * megabytes }] }),
  'trouble-database-lost': withApp({
    notices: [
      '2026-11-24 09:31 UTC: The database could not be used: it is damaged. What could be read was copied to a new one: 5 agents, 410 messages (12 missing). Nothing was deleted: what was found is at /home/mo/.janus/janus.db.damaged-1.',
      '2026-11-24 09:31 UTC: The newest good backup is of 2026-11-23 08:02 UTC (/home/mo/.janus/backups/janus-20261123T080200Z-daily.db). To restore it, quit Janus and run: janus restore janus-20261123T080200Z-daily.db',
    ],
    offeredBackup: { name: 'janus-20261123T080200Z-daily.db', at: ago(1500) },
  }),
  'update-downloading': withApp({ update: { kind: 'downloading', version: '0.2.0', percent: 40 } }),
  'update-ready': withApp({ update: { kind: 'ready', version: '0.2.0', waitingFor: null } }),
  'update-waiting': withApp({ update: { kind: 'ready', version: '0.2.0', waitingFor: 1 } }),
  'update-available': withApp({
    update: { kind: 'available', version: '0.2.0', page: 'https://janus.example/releases' },
  }),
  'update-refused': withApp({ update: { kind: 'failed', reason: 'damaged', version: '0.2.0' } }),
  'trouble-restored': {
    story: during(running, async (world) => {
      await world.user('Builder', 'The lamps at the pier are out.')
      await world.user('Builder', 'And the ferry is late.')
      await world.restart(ago(1))
    }),
  },
  'trouble-deaths': {
    story: after([work], async (world) => {
      await world.ask('agents.sleep', { agent: 'Builder' })
      world.programs.areSlow = true
      for (const text of ['Then write the changelog line.', 'And look at the job.'])
        await world.user('Builder', text)
      for (const left of [0.8, 0.6, 0.4]) {
        world.programs.exit(world.id('Builder'), 'exit code 137')
        world.at(left)
      }
    }),
  },
  'trouble-folder-gone': refused(
    'folder',
    'The folder /home/mo/code/ferry is gone. Bring it back, or choose another folder for this tab.',
  ),
  'trouble-locate': {
    ...refused(
      'folder',
      'The folder /home/mo/code/ferry is gone. Bring it back, or choose another folder for this tab.',
    ),
    act: (hand) => hand.click('button', /^Locate/),
  },
  'trouble-too-old': refused('backend', 'It could not be started.', tooOld.app),
  'trouble-logged-out': {
    app: {
      kinds: {
        claude: {
          login: 'out',
          account: null,
          problem: { line: 'login', words: 'Not signed in to Claude.' },
        },
      },
    },
    story: during(work, (world) =>
      world.programs.end(world.id('Builder'), {
        kind: 'broken',
        why: 'logged_out',
        detail: 'Signed out of Claude. Sign in again; what waits is sent afterwards.',
      }),
    ),
  },
  'trouble-cli-missing': refused('backend', 'the Claude CLI could not be started', {
    kinds: {
      claude: {
        path: null,
        version: null,
        login: 'unknown',
        account: null,
        problem: { line: 'binary', words: 'There is no Claude CLI at /opt/claude.' },
      },
    },
  }),
  'trouble-line-lost': lost('lost'),
  'trouble-signed-out-window': lost('signedOut'),
  'trouble-transcript-unread': {
    story: crew,
    answers: {
      'log.page': refuses('internal', 'The transcript could not be read.'),
    },
  },
  'trouble-toast-long': {
    story: after([talk]),
    act: async () => {
      const { toast } = await import('../../state/view-store.ts')
      const action = { label: 'Edit again', run: () => undefined }
      toast('Your message was withdrawn.', { action })
    },
  },
  'trouble-toast': { story: after([talk]), act: toasts },
}
