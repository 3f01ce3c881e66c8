import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { useEnvironment, useFlags } from '@playhead/web-kit/session/use-session.ts'
import { type ExportKind, streamingExportLimits } from '../contract.ts'
import { everyText, includedKinds } from './export-texts.ts'
import { StreamingExportsTable } from './streaming-exports-table.tsx'
import { useStreamingExports } from './use-streaming-exports.ts'

const CreateExportDialog = lazyDialog(
  'CreateExportDialog',
  () => import('./create-export-dialog.tsx'),
)

interface StreamingExportsProps {
  environmentName: string
  kinds: readonly ExportKind[]
}

/** A sentence begins with it. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const StreamingExports = ({ environmentName, kinds }: StreamingExportsProps) => {
  const list = useStreamingExports()
  const creation = useToggle()
  const count = list.data?.totalRowCount ?? 0
  const isFull = count >= streamingExportLimits.perEnvironmentMax
  return (
    <>
      <Card
        isFlush
        title="Streaming exports"
        description={`${capital(everyText(kinds))} of ${environmentName} is sent to these places within seconds.${isFull ? ` An environment can have ${streamingExportLimits.perEnvironmentMax}.` : ''}`}
        isFailing={list.isLoadingError}
        actions={
          <AdminGuard>
            <Button kind="primary" icon={<PlusIcon />} disabled={isFull} onClick={creation.open}>
              Create export
            </Button>
          </AdminGuard>
        }
      >
        <StreamingExportsTable list={list} environmentName={environmentName} kinds={kinds} />
      </Card>
      <CreateExportDialog
        isOpen={creation.isOpen}
        onClose={creation.close}
        environmentName={environmentName}
        kinds={kinds}
      />
    </>
  )
}

const NotIncluded = () => (
  <Card title="Streaming exports">
    <EmptyState title="Your plan does not include exports of views">
      They send every finished view to your own address or bucket within seconds.
    </EmptyState>
  </Card>
)

/** ACCT-081 */
export const Screen = () => {
  const environment = useEnvironment()
  const kinds = includedKinds(useFlags())
  if (kinds.length === 0) return <NotIncluded />
  return (
    <StreamingExports
      key={environment?.id}
      environmentName={environment?.name ?? 'the environment'}
      kinds={kinds}
    />
  )
}
