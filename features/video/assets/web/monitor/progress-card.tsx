import { Card } from '@playhead/ui/layout/card.tsx'
import { CheckIcon, CircleIcon, ErrorIcon, RefreshIcon } from '@playhead/ui/icons/icons.ts'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import type { Asset } from '../asset-facts.ts'

const steps = [
  { state: 'ingesting', label: 'Bringing the file' },
  { state: 'transcoding', label: 'Making it playable' },
  { state: 'completed', label: 'Ready to play' },
] as const

const stateWords = { done: 'done', now: 'under way', next: 'still to come', failed: 'failed' }

const Mark = ({ state }: { state: keyof typeof stateWords }) => {
  if (state === 'done') return <CheckIcon size={14} />
  if (state === 'failed') return <ErrorIcon size={14} />
  return state === 'now' ? <RefreshIcon size={14} /> : <CircleIcon size={14} />
}

const Failed = ({ asset }: { asset: Asset }) => (
  <FormMessage tone="error">
    <p className="font-medium">This asset could not be prepared</p>
    {(asset.errors?.messages ?? []).map((message) => (
      <p key={message} className="mt-1">
        {message}
      </p>
    ))}
    <p className="mt-1">
      Correct the file and create a new asset from it. This one can be deleted.
    </p>
  </FormMessage>
)

/** Replaces itself with the player when the asset is ready. */
export const ProgressCard = ({ asset }: { asset: Asset }) => {
  if (asset.status === 'errored') return <Failed asset={asset} />
  const at = steps.findIndex(({ state }) => state === asset.progress.state)
  return (
    <Card title="Preparing" description="This page follows it; there is no need to reload.">
      <div aria-live="polite" className="flex flex-col gap-3">
        <ol className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
          {steps.map(({ state, label }, index) => {
            const how = index < at ? 'done' : index === at ? 'now' : 'next'
            return (
              <li
                key={state}
                aria-current={how === 'now' ? 'step' : undefined}
                className={`flex items-center gap-2 ${how === 'now' ? 'font-medium' : 'text-ink-2'}`}
              >
                <Mark state={how} />
                <span>
                  {label}
                  <span className="ph-visually-hidden">, {stateWords[how]}</span>
                </span>
              </li>
            )
          })}
        </ol>
        <ProgressBar
          label={steps[at]?.label ?? 'Waiting'}
          value={asset.progress.progress > 0 ? asset.progress.progress : undefined}
        />
      </div>
    </Card>
  )
}
