import { formatNumber } from '@playhead/domain/format.ts'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import type { Progress } from './use-error-codes.ts'

/** VIEW-020 */
export const applyingNote = 'Changes to error configurations take 5 to 10 minutes to apply.'

export const progressText = ({ status, viewsDone, viewsTotal }: Progress) =>
  status === 'waiting' || viewsTotal === null
    ? 'Waiting to begin'
    : `${formatNumber(viewsDone)} of ${formatNumber(viewsTotal)} views`

/** The note, and the progress of each change that is still being applied to stored views. */
export const ApplyingChanges = ({ applying }: { applying: readonly Progress[] }) => (
  <FormMessage tone="info">
    <p>{applyingNote}</p>
    {applying.length > 0 && (
      <ul className="mt-2 grid gap-3" aria-label="Changes being applied">
        {applying.map((progress) => (
          <li key={progress.code}>
            <ProgressBar
              label={`Applying ${progress.code}`}
              isLabelVisible
              height={5}
              value={progress.viewsTotal === null ? undefined : progress.viewsDone}
              max={Math.max(1, progress.viewsTotal ?? 1)}
              valueText={progressText(progress)}
            />
          </li>
        ))}
      </ul>
    )}
  </FormMessage>
)
