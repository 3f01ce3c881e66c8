import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useFlags, useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { creationRefusal } from './creation-limit.ts'
import { EnvironmentsTable } from './environments-table.tsx'
import { useEnvironmentList } from './use-environment-list.ts'

const CreateEnvironmentDialog = lazyDialog(
  'CreateEnvironmentDialog',
  () => import('./create-environment-dialog.tsx'),
)

/** When creating is not allowed, the button stays focusable so that its reason can be read. */
const CreateButton = ({ refusal, onClick }: { refusal?: string; onClick: () => void }) =>
  refusal ? (
    <Tooltip content={refusal} placement="bottom end">
      <Button kind="primary" icon={<PlusIcon />} aria-disabled>
        Create environment
      </Button>
    </Tooltip>
  ) : (
    <Button kind="primary" icon={<PlusIcon />} onClick={onClick}>
      Create environment
    </Button>
  )

const Environments = () => {
  const environments = useEnvironmentList()
  const creation = useToggle()
  const organization = useOrganization()
  const { environmentLimit } = useFlags()
  const refusal = creationRefusal({
    count: environments.list.data?.totalRowCount ?? organization?.properties.length ?? 0,
    limit: environmentLimit,
    marketplaceType: organization?.marketplaceType ?? null,
    plan: organization?.subscription.currentPlan ?? '',
  })
  return (
    <>
      <PageHeader title="Environments">
        <AdminGuard>
          <CreateButton refusal={refusal} onClick={creation.open} />
        </AdminGuard>
      </PageHeader>
      <Card isFlush isFailing={environments.list.isLoadingError}>
        <EnvironmentsTable environments={environments} />
      </Card>
      <CreateEnvironmentDialog isOpen={creation.isOpen} onClose={creation.close} />
    </>
  )
}

export const Screen = () => <Environments key={useOrganization()?.id} />
