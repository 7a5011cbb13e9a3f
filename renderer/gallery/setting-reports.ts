import type { SettingName, Settings } from '../../main/contract/settings.ts'
import type { SettingReport } from '../../main/contract/views.ts'

/** The table of settings has its schemas beside it, which the window does without; so its words stand here. */
const about: Readonly<Record<SettingName, string>> = {
  person: 'Your name, as you and your agents see it; empty: your user name.',
  folder: 'Folder where a new agent works; empty: your home folder.',
  model: "Model of a new agent of the usual kind; null: its program's own choice.",
  permissionMode: 'How a new agent asks before it acts: plan, default, acceptEdits or bypassPermissions.',
  claude: 'Path of another Claude CLI; empty: the one that comes with Janus.',
  codex: 'Path of the Codex CLI; empty: the one on your PATH.',
  gemini: 'Path of the Gemini CLI; empty: the one on your PATH.',
  opencode: 'Path of OpenCode; empty: the one on your PATH.',
  qwen: 'Path of Qwen Code; empty: the one on your PATH.',
  copilot: 'Path of the Copilot CLI; empty: the one on your PATH.',
  theme: 'Light, dark, or as the system says.',
  density: 'How much of the work of an agent its transcript shows: summary, normal or verbose.',
  notify: 'Whether the system notifies you when an agent needs you and its tab is not in view.',
  policy:
    'When a new agent takes messages of peers: hybrid (by priority), interject (at once), quiet (when idle) or ask (after your click).',
  patience: 'Seconds after which a message that waits for the end of a turn is folded into it.',
  awake: 'Most agents that stay awake when they have nothing to do.',
  sleepAfter:
    'Seconds without anything to do after which an agent sleeps: its process ends, and starts with its next message.',
  links: 'Whether what linked agents conclude crosses; off: all links rest, none is closed.',
  linkOnSend:
    'Whether every message of an agent to another also links the two, so that answers come back by themselves.',
  quiet: 'Whether all timers of agents wait; those that fell due meanwhile fire once when you switch it off.',
  stopped:
    'Since when everything is stopped: nothing begins but one turn for each of your own words; null: all goes on.',
  transcripts: 'Whose transcripts an agent may read: of agents that it deals with (linked), or of all.',
  agentsConvene:
    'What becomes of a gathering that an agent wants: it asks you first (ask), or starts at once up to the cap (start).',
  agentsConveneCap:
    'Most that a gathering which an agent starts at once may cost, in USD, before it asks you.',
  agentsOpen:
    'What becomes of a tab that an agent wants: it asks you first (ask), or opens at once within a limit (within).',
  agentsOpenLimit:
    'Most tabs that agents have opened by themselves, open at the same time, before they ask you.',
  turnCap:
    'Most that one turn may use, in USD and tokens; at it the turn is broken off and asks you; null: no cap.',
  tabCap:
    'Most that a tab may use in all, in USD and tokens; at it nothing begins there but your own words; null: no cap.',
  linkCap:
    'Most that turns which a link began may use in all, in USD and tokens; at it the link rests; null: no cap.',
  gatheringCap:
    'Most that a gathering may use, in USD and tokens, where its plan does not say; at it it pauses; null: no cap.',
  dayCap:
    'Most that all of a day may use, in USD and tokens; at it nothing begins but your own words until you raise it, or the next day; null: no cap.',
  openInhale:
    'Whether the words of the inhale are given on at once, instead of being sealed until all have spoken.',
  plainGrants:
    'Whether grants and beats of gatherings that you started go to the model as plain prompts, without the mark that they are not from you.',
  enter:
    'What Enter does while an agent works: queue your words, or steer (fold them in); Mod+Enter does the other.',
}

/** All settings as main reports them. */
export const reportsOf = (settings: Settings): readonly SettingReport[] =>
  (Object.keys(about) as SettingName[]).map((name) => ({
    name,
    value: settings[name],
    default: settings[name],
    about: about[name],
  }))
