import { useEffect, type ReactNode } from 'react'
import { kindTitle } from '../../../main/contract/agents/kinds.ts'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { sentence } from '../../entities/agent/agent-state.ts'
import { faceOfPeer } from '../../entities/agent/identity.ts'
import { askedWords, houseWord, isQuiet, isUnseen, peerWord } from '../../entities/house/house-words.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { act } from '../../state/act.ts'
import { peerIdOf, peerName, type Peer } from '../../state/peers.ts'
import { PeerComposer } from './peer-composer.tsx'
import { PeerMail } from './peer-mail.tsx'
import css from './fleet.module.css'

interface PeerDialogProps {
  readonly peer: Peer
  readonly onClose: () => void
}

/** An agent of another house: what is known of it here, what the person has written to it, and where they write. */
export function PeerDialog({ peer, onClose }: PeerDialogProps) {
  const { house, agent } = peer
  const name = peerName(peer)
  const id = peerIdOf(peer)
  useSeen(peer)
  return (
    <Dialog title={visible(name)} onClose={onClose}>
      <div className="sheet-body" data-part="peer">
        <div className={css.who}>
          <FaceView face={faceOfPeer(agent)} state={{ status: agent.status, needs: null }} />
          <p>
            <SafeText text={agent.role === '' ? 'It has no role.' : agent.role} />
          </p>
        </div>
        <dl className={css.facts}>
          <Fact title="Agent">{kindTitle({ kind: agent.kind, program: null })}</Fact>
          <Fact title="House">
            <Name name={house.name} />, {houseWord(house)}
          </Fact>
          <Fact title="State">
            {sentence(peerWord(agent))}
            {isQuiet(house) && ', when its house was last heard'}
          </Fact>
          <Fact title="Name here">
            <span className={css.name}>
              <span>
                It is written to as{' '}
                <strong>
                  <Name name={name} />
                </strong>
              </span>
              <CopyButton text={() => name} label={`Copy ${visible(name)}`} />
            </span>
            {agent.announced !== undefined && (
              <span>
                Its machine calls it “<Name name={agent.announced} />
                ”, which no agent can be called here.
              </span>
            )}
          </Fact>
          <Fact title="Messages">
            <SafeText text={askedWords(peer)} />
            {isQuiet(house) && ' What is written waits here until its house is heard again.'}
          </Fact>
        </dl>
        <PeerMail peer={id} name={name} />
        <PeerComposer peer={id} name={name} />
      </div>
    </Dialog>
  )
}

/** While it is looked at, what comes of the person's words to it is seen. */
function useSeen(peer: Peer) {
  const id = peerIdOf(peer)
  const isNew = isUnseen(peer)
  useEffect(() => {
    if (isNew) void act('peers.seen', { agent: id })
  }, [id, isNew])
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
