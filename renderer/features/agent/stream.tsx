import type { AgentId } from '../../../main/contract/model.ts'
import { Sign } from '../../components/icon.tsx'
import { GrowingMarkdown } from '../../components/markdown/markdown.tsx'
import { useMirror, useStream } from '../../store.ts'
import { Thought } from './thought.tsx'

/** What an agent is writing now. Only this part is drawn anew with every frame. */
export function Stream({ agent }: { readonly agent: AgentId }) {
  const blocks = useStream(agent)
  const waits = useMirror((now) => now.agents[agent]?.needs !== null)
  if (!blocks) {
    return waits ? null : (
      <p className="st work at-work">
        <Sign of="work" />
        At work
      </p>
    )
  }
  return blocks.map((block, at) =>
    block.of === 'thinking' ? (
      <Thought key={block.id} text={block.text} isOpen={at === blocks.length - 1} />
    ) : (
      <div key={block.id} className={`said block ${at === blocks.length - 1 ? 'growing' : ''}`}>
        <GrowingMarkdown text={block.text} />
      </div>
    ),
  )
}
