import { useQuery } from '@tanstack/react-query'
import { deliveryUsage } from '@playhead/features/video/delivery-usage/contract'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { loadError } from '../usage-texts.ts'
import { hourText, sourceTexts } from './source-texts.ts'

const SourceDialog = lazyDialog('SourceDialog', () => import('./source-dialog.tsx'))

/** What the delivered minutes of an environment are counted from. One that was removed has no such choice. */
export const SourceCard = ({ environmentId }: { environmentId: string }) => {
  const dialog = useToggle()
  const answer = useQuery(
    query(deliveryUsage.retrieveSource, { params: { id: environmentId } }, { quiet: true }),
  )
  const found = answer.data?.data
  return (
    <Card
      title="Delivered minutes"
      description="What they are counted from"
      isFailing={answer.isLoadingError}
      actions={
        found && (
          <Button kind="ghost" onClick={dialog.open}>
            Change
          </Button>
        )
      }
    >
      {answer.isLoadingError ? (
        <FailedState message={loadError} onRetry={() => void answer.refetch()} />
      ) : found ? (
        <Stack gap={1}>
          <p>{sourceTexts[found.source].short}</p>
          {found.since !== null && <p className="usage-label">Since {hourText(found.since)}</p>}
          {found.next && (
            <p className="usage-label">
              From {hourText(found.next.from)}: {sourceTexts[found.next.source].short.toLowerCase()}
            </p>
          )}
        </Stack>
      ) : (
        <SkeletonLines count={2} />
      )}
      {found && (
        <SourceDialog
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          environmentId={environmentId}
          chosen={found.next?.source ?? found.source}
        />
      )}
    </Card>
  )
}
