import { z } from 'zod'
import { line, modelId } from './shapes.ts'

/** One setting: its shape, what holds where nothing was said, and one line for the person. */
interface Setting<S extends z.ZodType> {
  readonly shape: S
  readonly initial: z.infer<S>
  readonly about: string
}
const setting = <S extends z.ZodType>(shape: S, initial: z.infer<S>, about: string): Setting<S> => ({
  shape,
  initial,
  about,
})

/** A model as an agent's program is told of it. */
export const modelName = modelId

/** How strictly an agent asks, from strict to lax. */
export const permissionMode = z.enum(['plan', 'default', 'acceptEdits', 'bypassPermissions'])

/** When an agent takes messages of its peers. */
export const policy = z.enum(['hybrid', 'interject', 'quiet', 'ask'])

/** A cap: USD, and tokens of all kinds together; null: no limit of that kind. A cap with neither is none. */
export const cap = z.strictObject({
  usd: z.number().positive().max(1_000_000).nullable().default(null),
  tokens: z.int().positive().max(1_000_000_000_000).nullable().default(null),
})

/** Every setting of the person, in one table. Names are those of the settings file and of the API. */
export const settings = {
  person: setting(line(40), '', 'Your name, as you and your agents see it; empty: your user name.'),
  folder: setting(line(4096), '', 'Folder where a new agent works; empty: your home folder.'),
  model: setting(
    modelName.nullable(),
    null,
    "Model of a new agent of the usual kind; null: its program's own choice.",
  ),
  permissionMode: setting(
    permissionMode,
    'default',
    'How a new agent asks before it acts: plan, default, acceptEdits or bypassPermissions.',
  ),
  claude: setting(line(4096), '', 'Path of another Claude CLI; empty: the one that comes with Janus.'),
  codex: setting(line(4096), '', 'Path of the Codex CLI; empty: the one on your PATH.'),
  gemini: setting(line(4096), '', 'Path of the Gemini CLI; empty: the one on your PATH.'),
  opencode: setting(line(4096), '', 'Path of OpenCode; empty: the one on your PATH.'),
  qwen: setting(line(4096), '', 'Path of Qwen Code; empty: the one on your PATH.'),
  copilot: setting(line(4096), '', 'Path of the Copilot CLI; empty: the one on your PATH.'),
  theme: setting(z.enum(['system', 'light', 'dark']), 'system', 'Light, dark, or as the system says.'),
  density: setting(
    z.enum(['summary', 'normal', 'verbose']),
    'normal',
    'How much of the work of an agent its transcript shows: summary, normal or verbose.',
  ),
  notify: setting(
    z.boolean(),
    true,
    'Whether the system notifies you when an agent needs you and its tab is not in view.',
  ),
  policy: setting(
    policy,
    'hybrid',
    'When a new agent takes messages of peers: hybrid (by priority), interject (at once), quiet (when idle) or ask (after your click).',
  ),
  patience: setting(
    z.int().min(1).max(3600),
    120,
    'Seconds after which a message that waits for the end of a turn is folded into it.',
  ),
  awake: setting(z.int().min(1).max(100), 8, 'Most agents that stay awake when they have nothing to do.'),
  sleepAfter: setting(
    z
      .int()
      .min(1)
      .max(7 * 24 * 60 * 60),
    600,
    'Seconds without anything to do after which an agent sleeps: its process ends, and starts with its next message.',
  ),
  links: setting(
    z.boolean(),
    true,
    'Whether what linked agents conclude crosses; off: all links rest, none is closed.',
  ),
  linkOnSend: setting(
    z.boolean(),
    false,
    'Whether every message of an agent to another also links the two, so that answers come back by themselves.',
  ),
  quiet: setting(
    z.boolean(),
    false,
    'Whether all timers of agents wait; those that fell due meanwhile fire once when you switch it off.',
  ),
  stopped: setting(
    z.iso.datetime().nullable(),
    null,
    'Since when everything is stopped: nothing begins but one turn for each of your own words; null: all goes on.',
  ),
  transcripts: setting(
    z.enum(['linked', 'all']),
    'linked',
    'Whose transcripts an agent may read: of agents that it deals with (linked), or of all.',
  ),
  agentsConvene: setting(
    z.enum(['ask', 'start']),
    'ask',
    'What becomes of a gathering that an agent wants: it asks you first (ask), or starts at once up to the cap (start).',
  ),
  agentsConveneCap: setting(
    z.number().positive().max(10_000),
    5,
    'Most that a gathering which an agent starts at once may cost, in USD, before it asks you.',
  ),
  agentsOpen: setting(
    z.enum(['ask', 'within']),
    'ask',
    'What becomes of a tab that an agent wants: it asks you first (ask), or opens at once within a limit (within).',
  ),
  agentsOpenLimit: setting(
    z.int().min(1).max(20),
    3,
    'Most tabs that agents have opened by themselves, open at the same time, before they ask you.',
  ),
  turnCap: setting(
    cap.nullable(),
    null,
    'Most that one turn may use, in USD and tokens; at it the turn is broken off and asks you; null: no cap.',
  ),
  tabCap: setting(
    cap.nullable(),
    null,
    'Most that a tab may use in all, in USD and tokens; at it nothing begins there but your own words; null: no cap.',
  ),
  linkCap: setting(
    cap.nullable(),
    null,
    'Most that turns which a link began may use in all, in USD and tokens; at it the link rests; null: no cap.',
  ),
  gatheringCap: setting(
    cap.nullable(),
    null,
    'Most that a gathering may use, in USD and tokens, where its plan does not say; at it it pauses; null: no cap.',
  ),
  dayCap: setting(
    cap.nullable(),
    null,
    'Most that all of a day may use, in USD and tokens; at it nothing begins but your own words until you raise it, or the next day; null: no cap.',
  ),
  openInhale: setting(
    z.boolean(),
    false,
    'Whether the words of the inhale are given on at once, instead of being sealed until all have spoken.',
  ),
  plainGrants: setting(
    z.boolean(),
    false,
    'Whether grants and beats of gatherings that you started go to the model as plain prompts, without the mark that they are not from you.',
  ),
  enter: setting(
    z.enum(['queue', 'steer']),
    'queue',
    'What Enter does while an agent works: queue your words, or steer (fold them in); Mod+Enter does the other.',
  ),
} as const

/** Name of a setting. */
export type SettingName = keyof typeof settings
/** The values of all settings. */
export type Settings = { readonly [K in SettingName]: z.infer<(typeof settings)[K]['shape']> }

const names = Object.keys(settings) as SettingName[]

/** What holds where nothing was said. */
export const initialSettings = Object.fromEntries(
  names.map((name) => [name, settings[name].initial]),
) as unknown as Settings

type Optional = { readonly [K in SettingName]: z.ZodOptional<(typeof settings)[K]['shape']> }

/** A change of some settings; unknown names are refused. */
export const settingsPatch = z.strictObject(
  Object.fromEntries(names.map((name) => [name, settings[name].shape.optional()])) as unknown as Optional,
)
