import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { useEnvironment, useFlags } from '@playhead/web-kit/session/use-session.ts'
import { streamingExportLimits } from '../contract.ts'
import { StreamingExportsTable } from './streaming-exports-table.tsx'
import { useStreamingExports } from './use-streaming-exports.ts'

const CreateExportDialog = lazyDialog(
  'CreateExportDialog',
  () => import('./create-export-dialog.tsx'),
)

const StreamingExports = ({ environmentName }: { environmentName: string }) => {
  const list = useStreamingExports()
  const creation = useToggle()
  const count = list.data?.totalRowCount ?? 0
  const isFull = count >= streamingExportLimits.perEnvironmentMax
  return (
    <>
      <Card
        isFlush
        title="Streaming exports"
        description={`Every finished view of ${environmentName} is sent to each of these places within seconds.${isFull ? ` An environment can have ${streamingExportLimits.perEnvironmentMax}.` : ''}`}
        isFailing={list.isLoadingError}
        actions={
          <AdminGuard>
            <Button kind="primary" icon={<PlusIcon />} disabled={isFull} onClick={creation.open}>
              Create export
            </Button>
          </AdminGuard>
        }
      >
        <StreamingExportsTable list={list} environmentName={environmentName} />
      </Card>
      <CreateExportDialog
        isOpen={creation.isOpen}
        onClose={creation.close}
        environmentName={environmentName}
      />
    </>
  )
}

const NotIncluded = () => (
  <Card title="Streaming exports">
    <EmptyState title="Your plan does not include exports of views">
      With them, every finished view is sent to an address or a bucket of yours within seconds.
    </EmptyState>
  </Card>
)

/** ACCT-081 */
export const Screen = () => {
  const environment = useEnvironment()
  const { streamingExportsViewstream: isIncluded } = useFlags()
  if (!isIncluded) return <NotIncluded />
  return (
    <StreamingExports
      key={environment?.id}
      environmentName={environment?.name ?? 'the environment'}
    />
  )
}
