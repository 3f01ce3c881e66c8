import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { CopiedTip } from '@playhead/ui/buttons/copied-tip.tsx'
import { CopyButton } from '@playhead/ui/buttons/copy-button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useCopy } from '@playhead/ui/buttons/use-copy.ts'
import { isChunkError } from '@playhead/web-kit/chunks/chunk.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MessagePage } from './message-page.tsx'
import { crashEventId } from './crash-report.ts'

interface CrashProps {
  error: unknown
  onReturn: () => void
  isAlone?: boolean
}

/** SHELL-091 */
const Crash = ({ error, onReturn, isAlone }: CrashProps) => {
  const [eventId] = useState(() => crashEventId(error))
  const { isCopied, copy } = useCopy()
  useTitle('Something went wrong')
  return (
    <MessagePage
      title="Hmm, something went wrong :("
      isAlone={isAlone}
      actions={
        <LinkButton href="/" onClick={onReturn}>
          Return to dashboard
        </LinkButton>
      }
    >
      Event id {/* Every page loads this screen, so it does without the library of tooltips. */}
      <span className="ph-copy-frame relative">
        <CopyButton isCopied={isCopied} onClick={() => void copy(eventId)}>
          {eventId}
        </CopyButton>
        <CopiedTip isCopied={isCopied} />
      </span>
    </MessagePage>
  )
}

/** SHELL-092 */
const ChunkFailure = ({ isAlone }: { isAlone?: boolean }) => {
  useTitle('Page not loaded')
  return (
    <MessagePage
      title="We weren't able to load that page"
      isAlone={isAlone}
      actions={
        <Button kind="primary" onClick={() => globalThis.location.reload()}>
          Reload
        </Button>
      }
    >
      The dashboard may have been updated, or the connection was lost.
    </MessagePage>
  )
}

export const Failure = (props: CrashProps) =>
  isChunkError(props.error) ? <ChunkFailure isAlone={props.isAlone} /> : <Crash {...props} />
