import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { CloseIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { WaitingHint } from './waiting-hint.tsx'

interface GetStartedPanelProps {
  isIntegrated: boolean
  isProcessing: boolean
  onStart: () => void
  onDismiss: () => void
}

const waitingSteps = [
  'Copy the snippet for your player, with the key of this environment in it.',
  'Put it where your player is, and play something.',
  'Watch the first view turn into numbers on this page.',
]

const NextSteps = () => {
  const path = usePath()
  return (
    <ul className="grid gap-1 text-ink-2">
      <li>
        <Link href={path('metrics')}>Metrics</Link> break every number down by browser, country, CDN
        and every other dimension.
      </li>
      <li>
        <Link href={path('views')}>Views</Link> replay a single playback, event by event.
      </li>
      <li>
        <Link href={path('settings/custom-dimensions')}>Custom dimensions</Link> name the custom
        values your players send.
      </li>
    </ul>
  )
}

/** METR-002, METR-003 */
export const GetStartedPanel = (props: GetStartedPanelProps) => {
  const { isIntegrated, isProcessing, onStart, onDismiss } = props
  return (
    <Card
      title={isIntegrated ? 'Your data is here' : 'See how your videos play'}
      actions={
        <IconButton size="sm" icon={<CloseIcon size={14} />} label="Dismiss" onClick={onDismiss} />
      }
    >
      {isIntegrated ? (
        <NextSteps />
      ) : (
        <div className="grid gap-3">
          <ol className="grid list-decimal gap-1 pl-4 text-ink-2">
            {waitingSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <div className="flex flex-wrap items-center gap-3">
            <Button kind="primary" onClick={onStart}>
              Get started with Data
            </Button>
            <WaitingHint isIntegrated={false} isProcessing={isProcessing} />
          </div>
        </div>
      )}
    </Card>
  )
}
